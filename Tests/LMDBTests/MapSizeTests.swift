import LMDB
import Testing

struct MapSizeTests {
  @Test func `the map is what was asked for where that fits`() {
    #expect(MapSize.initial(wantedBytes: 1 << 30, fileSizeBytes: 0) { _ in true } == 1 << 30)
    #expect(MapSize.initial(wantedBytes: 1, fileSizeBytes: 0) { _ in true } == 65_536)
  }

  @Test func `the map is at least twice the file`() {
    #expect(MapSize.initial(wantedBytes: 65_536, fileSizeBytes: 1 << 30) { _ in true } == 2 << 30)
  }

  @Test func `where address space is scarce half of what fits is left to others`() {
    #expect(MapSize.initial(wantedBytes: 1 << 36, fileSizeBytes: 0) { $0 <= 1 << 30 } == 1 << 29)
    #expect(MapSize.initial(wantedBytes: 1 << 36, fileSizeBytes: 900 << 20) { $0 <= 1 << 30 } == 900 << 20)
    #expect(MapSize.initial(wantedBytes: 1 << 36, fileSizeBytes: 1 << 20) { _ in false } == 1 << 20)
  }

  @Test func `a full map is doubled, or grows by what is left`() {
    #expect(MapSize.next(afterBytes: 1 << 20) { _ in true } == 2 << 20)
    #expect(MapSize.next(afterBytes: 1 << 20) { $0 <= 1 << 19 } == 3 << 19)
    #expect(MapSize.next(afterBytes: 1 << 20) { _ in false } == nil)
  }
}
