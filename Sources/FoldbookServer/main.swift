import LMDB

ProcessSignals.ignoreFileSizeAndPipe()
ProcessSignals.reportDamage(
  message: "foldbook-server: the ledger file is damaged, or was cut short while it was open; restore a backup",
  exitCode: ServerProgram.Code.damaged.rawValue)
exitProcess(ServerProgram.run(Array(CommandLine.arguments.dropFirst())))
