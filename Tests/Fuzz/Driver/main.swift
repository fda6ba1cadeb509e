import CLibFuzzer
import FuzzDecoders
import Glibc

// The program `foldbook-fuzz DECODER [options and folders of libFuzzer]`: hands what libFuzzer makes to one decoder.
// Safety: the bytes that libFuzzer lends are copied before they are decoded; the arguments are the process's own.

/// Where every result goes, so that the optimiser removes no decoding.
nonisolated(unsafe) var sink = 0
nonisolated(unsafe) var slowestNanoseconds: UInt64 = 0
nonisolated(unsafe) var inputCount = 0

/// The processor's time of this thread.
func processorNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func fail(_ message: String) -> Never {
  let line = Array((message + "\n").utf8)
  write(2, line, line.count)
  exit(64)
}

// libFuzzer starts this program again for some work, without the decoder's name: those find it in the environment.
let inherited = getenv("FOLDBOOK_FUZZ_DECODER").map { String(cString: $0) }
let optionsBegin = inherited == nil ? 2 : 1
if CommandLine.arguments == [CommandLine.arguments[0], "--list"] {
  for decoder in Decoder.all { print(decoder.name) }
  exit(0)
}
guard CommandLine.arguments.count >= optionsBegin,
  let decoder = Decoder.named(inherited ?? CommandLine.arguments[1])
else {
  fail("usage: foldbook-fuzz DECODER [libFuzzer's options and folders]; foldbook-fuzz --list names the decoders")
}
setenv("FOLDBOOK_FUZZ_DECODER", decoder.name, 1)
let decode = decoder.decode

atexit {
  print("inputs \(inputCount), slowest \(slowestNanoseconds / 1_000) µs, sink \(sink & 1)")
}

var words: [UnsafeMutablePointer<CChar>?] = [CommandLine.unsafeArgv[0]]
words += (optionsBegin..<CommandLine.arguments.count).map { CommandLine.unsafeArgv[$0] }
if !CommandLine.arguments.contains(where: { $0.hasPrefix("-max_len=") }) {
  words.append(strdup("-max_len=\(decoder.lengthLimitBytes)"))
}
var count = Int32(words.count)
words.append(nil)
let status = words.withUnsafeMutableBufferPointer { buffer in
  var pointer = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &pointer) { data, size in
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let start = processorNanoseconds()
    sink = sink &+ decode(bytes)
    let nanoseconds = processorNanoseconds() - start
    inputCount += 1
    slowestNanoseconds = max(slowestNanoseconds, nanoseconds)
    precondition(nanoseconds < 1_000_000_000, "an input took more than a second")
    return 0
  }
}
exit(status)
