// Safety: LMDB reads keys and values through these pointers during one call and writes only where it was asked to.
import CLMDB

extension MDB_val {
  @inlinable
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  @inlinable
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: mv_data, count: mv_size) }
}
