import Glibc

ProcessSetup.ignoreSignals()
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
