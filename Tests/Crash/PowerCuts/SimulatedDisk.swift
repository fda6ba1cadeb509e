import Foundation
import ProgramRunning

/// A disk that keeps for certain only what was synced; of the rest, any sector in any of the forms that it had since.
struct SimulatedDisk {
  static let sectorBytes = 512

  /// What the disk or the program leaves out, for the controls.
  enum Honesty: CaseIterable {
    case honest
    /// The program does not sync.
    case withoutSync
    /// The page that says what is committed is not written through.
    case withoutWritingThrough
    /// The disk says that it has what it does not have.
    case lyingDisk

    var keepsSynced: Bool { self == .honest || self == .withoutWritingThrough }
    var keepsWrittenThrough: Bool { self == .honest || self == .withoutSync }
  }

  private struct File {
    /// What the system shows.
    var current: [UInt8] = []
    var durable: [Int: ArraySlice<UInt8>] = [:]
    var durableSize = 0
    /// The forms that a sector had since it was last durable.
    var pending: [Int: [ArraySlice<UInt8>]] = [:]
  }

  private enum EntryChange {
    case made(path: String, file: UInt64)
    case removed(path: String)

    var path: String {
      switch self {
      case .made(let path, _), .removed(let path): path
      }
    }
  }

  let honesty: Honesty
  private var files: [UInt64: File] = [:]
  private var entries: [String: UInt64] = [:]
  private var pendingEntries: [EntryChange] = []
  /// Folders by number.
  private var folders: [UInt64: String]

  /// An empty disk.
  init(root: String, number: UInt64, honesty: Honesty) {
    self.honesty = honesty
    folders = [number: root]
  }

  /// Takes what a call asks for; until `finish` it is in flight.
  mutating func issue(_ record: DiskRecord) {
    switch record {
    case .written(let file, let offset, let bytes), .writtenThrough(let file, let offset, let bytes):
      write(bytes, at: offset, to: file)
    case .cut(let file, let size): files[file, default: File()].current = Array(files[file]?.current.prefix(size) ?? [])
    case .entryMade(let path, let file):
      pendingEntries.append(.made(path: path, file: file))
      folders[file] = path
    case .entryRemoved(let path): pendingEntries.append(.removed(path: path))
    case .synced, .folderSynced, .printed: break
    }
  }

  /// What the disk keeps for certain once the call has returned.
  mutating func finish(_ record: DiskRecord) {
    switch record {
    case .synced(let file) where honesty.keepsSynced:
      guard var synced = files[file] else { return }
      for (sector, forms) in synced.pending { synced.durable[sector] = forms.last }
      synced.pending = [:]
      synced.durableSize = synced.current.count
      files[file] = synced
    case .writtenThrough(let file, let offset, let bytes) where honesty.keepsWrittenThrough:
      guard var written = files[file] else { return }
      for sector in SimulatedDisk.sectors(offset, bytes.count) {
        written.durable[sector] = written.pending.removeValue(forKey: sector)?.last ?? written.durable[sector]
      }
      written.durableSize = max(written.durableSize, offset + bytes.count)
      files[file] = written
    case .folderSynced(let number) where honesty.keepsSynced:
      guard let folder = folders[number] else { return }
      for change in pendingEntries where SimulatedDisk.parent(change.path) == folder { take(change, into: &entries) }
      pendingEntries.removeAll { SimulatedDisk.parent($0.path) == folder }
    default: break
    }
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int, to number: UInt64) {
    var file = files[number] ?? File()
    let end = offset + bytes.count
    if file.current.count < end { file.current += [UInt8](repeating: 0, count: end - file.current.count) }
    file.current.replaceSubrange(offset..<end, with: bytes)
    for sector in SimulatedDisk.sectors(offset, bytes.count) {
      let start = sector * SimulatedDisk.sectorBytes
      let form = file.current[start..<min(start + SimulatedDisk.sectorBytes, file.current.count)]
      file.pending[sector, default: []].append(ArraySlice(Array(form)))
    }
    files[number] = file
  }

  private static func sectors(_ offset: Int, _ count: Int) -> ClosedRange<Int> {
    offset / sectorBytes...max(offset, offset + count - 1) / sectorBytes
  }

  private static func parent(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  private func take(_ change: EntryChange, into entries: inout [String: UInt64]) {
    switch change {
    case .made(let path, let file): entries[path] = file
    case .removed(let path): entries[path] = nil
    }
  }

  // MARK: What is there after the power came back

  /// How much of what is not certain is there.
  enum Luck {
    case nothing, everything, any
  }

  /// The files by path, as a cut at this moment may leave them.
  func image(_ luck: Luck, _ numbers: inout SeededNumbers) -> [String: [UInt8]] {
    var found = entries
    var lostFolders: Set<String> = []
    // A file system keeps a folder's changes in their order.
    let keptCount =
      switch luck {
      case .nothing: 0
      case .everything: pendingEntries.count
      case .any: Int.random(in: 0...pendingEntries.count, using: &numbers)
      }
    for change in pendingEntries.prefix(keptCount) { take(change, into: &found) }
    let folderPaths = Set(folders.values)
    for path in folderPaths where found[path] == nil && path != rootPath { lostFolders.insert(path) }
    var image: [String: [UInt8]] = [:]
    for (path, number) in found where files[number] != nil || !isFolder(number) {
      if lostFolders.contains(SimulatedDisk.parent(path)) { continue }
      image[path] = content(files[number] ?? File(), luck, &numbers)
    }
    return image
  }

  private var rootPath: String? { folders.values.min { $0.count < $1.count } }

  /// Only files are written to; one without content is told from a folder by what lies in it.
  private func isFolder(_ number: UInt64) -> Bool {
    guard let path = folders[number] else { return false }
    return folders.values.contains { SimulatedDisk.parent($0) == path }
  }

  private func content(_ file: File, _ luck: Luck, _ numbers: inout SeededNumbers) -> [UInt8] {
    var chosen = file.durable
    var size = file.durableSize
    for (sector, forms) in file.pending.sorted(by: { $0.key < $1.key }) {
      let form: ArraySlice<UInt8>?
      switch luck {
      case .nothing: form = nil
      case .everything: form = forms.last
      case .any:
        let choice = Int.random(in: 0...forms.count, using: &numbers)
        form = choice == 0 ? nil : forms[choice - 1]
      }
      guard let form else { continue }
      chosen[sector] = form
      size = max(size, sector * SimulatedDisk.sectorBytes + form.count)
    }
    if luck == .any, numbers.happens(percent: 30) { size = max(size, file.current.count) }
    var bytes = [UInt8](repeating: 0, count: size)
    for (sector, form) in chosen {
      let start = sector * SimulatedDisk.sectorBytes
      let count = min(form.count, size - start)
      if count > 0 { bytes.replaceSubrange(start..<(start + count), with: form.prefix(count)) }
    }
    return bytes
  }
}
