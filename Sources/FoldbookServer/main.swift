import LMDB

ProcessSignals.ignoreFileSizeAndPipe()
ProcessSignals.reportFaults(
  outOfMemory: (
    "foldbook-server: no memory or address space left; 'foldbook log' shows whether the change was made",
    ServerProgram.Code.inputOutput.rawValue
  ),
  fault: (
    "foldbook-server: this is a fault of foldbook, please report it; 'foldbook log' shows whether the change was made",
    ServerProgram.Code.internalFault.rawValue
  ))
ProcessSignals.reportDamage(
  message: "foldbook-server: the ledger file is damaged, or was cut short while it was open; restore a backup",
  exitCode: ServerProgram.Code.damaged.rawValue)
exitProcess(ServerProgram.run(Array(CommandLine.arguments.dropFirst())))
