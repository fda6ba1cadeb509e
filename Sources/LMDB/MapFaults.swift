import Glibc
enum MapFaults { static func reportAssertion(_ message: UnsafePointer<CChar>?) {} }
