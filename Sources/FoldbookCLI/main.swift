import Glibc
import LMDB

ProcessSignals.ignoreFileSizeAndPipe()
ProcessSignals.reportDamage(
  message: "foldbook: the ledger file is damaged, or was cut short while it was open; restore a backup",
  exitCode: ExitCode.damaged.rawValue)
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
