import Glibc
import LMDB

ProcessSignals.ignoreFileSizeAndPipe()
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
