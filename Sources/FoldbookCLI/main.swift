import Glibc
import LMDB

ProcessMemory.keepFreed()
ProcessSignals.ignoreFileSizeAndPipe()
ProcessSignals.reportFaults(
  outOfMemory: (
    "foldbook: no memory or address space left; 'foldbook log' shows whether the change was made",
    ExitCode.inputOutput.rawValue
  ),
  fault: (
    "foldbook: this is a fault of foldbook, please report it; 'foldbook log' shows whether the change was made",
    ExitCode.internalFault.rawValue
  ))
ProcessSignals.reportDamage(
  message: "foldbook: the ledger file is damaged, or was cut short while it was open; restore a backup",
  exitCode: ExitCode.damaged.rawValue)
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
