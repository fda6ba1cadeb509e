import CLMDB
import Glibc

/// Replacing the map, which happens while no transaction of the process runs.
extension Environment {
  /// Closes LMDB's side of the file and opens it again, after a failure that LMDB does not go on from.
  func reopen() throws(LMDBError) {
    try gate.whileNoneRuns(before: deadline) { () throws(LMDBError) in
      handle?.close()
      handle = nil
      let structure = try StructureCheck.cheap(descriptor: descriptor)
      mapSizeBytes = max(mapSizeBytes, structure.fileSizeBytes)
      try openHandle()
    }
  }

  /// Maps what another process has added to the file.
  func adoptLargerMap() throws(LMDBError) {
    let fileSizeBytes = try fileSizeBytes
    try gate.whileNoneRuns(before: deadline) { () throws(LMDBError) in
      let wanted = max(mapSizeBytes, 2 * fileSizeBytes)
      let fits = wanted == mapSizeBytes || MapSize.isAvailable(wanted - mapSizeBytes)
      try replaceMap(sizeBytes: fits ? wanted : max(mapSizeBytes, fileSizeBytes))
    }
  }

  /// Maps more than now, after a transaction needed it.
  ///
  /// - Throws: `mapFull` if no address space is left.
  func growMap() throws(LMDBError) {
    try gate.whileNoneRuns(before: deadline) { () throws(LMDBError) in
      guard let larger = MapSize.next(afterBytes: mapSizeBytes) else { throw .mapFull(mapSizeBytes: mapSizeBytes) }
      try replaceMap(sizeBytes: larger)
    }
  }

  private func replaceMap(sizeBytes: Int) throws(LMDBError) {
    guard let handle else { return }
    let code = mdb_env_set_mapsize(handle.pointer, sizeBytes)
    if code == 0 {
      mapSizeBytes = sizeBytes
      // The map has moved.
      try self.handle?.openTables()
      return
    }
    // LMDB has unmapped the old map and would go on without one.
    handle.close()
    self.handle = nil
    try openHandle()
    throw code == ENOMEM ? .mapFull(mapSizeBytes: mapSizeBytes) : .make(code: code, doing: "mapping the data file")
  }
}
