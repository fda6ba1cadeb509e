import ParallelWork
import Testing

struct ParallelWorkTests {
  private struct Failure: Error, Equatable {
    let piece: Int
  }

  @Test(arguments: [0, 1, 2, 3, 8, 40])
  func `results come in the order of the pieces`(count: Int) {
    let results = ParallelWork.map(count: count) { index in (0...index).reduce(0, +) }
    #expect(results == (0..<count).map { (0...$0).reduce(0, +) })
  }

  @Test func `the error of the lowest piece is thrown, whatever ends first`() {
    #expect(throws: Failure(piece: 2)) {
      try ParallelWork.map(count: 6) { (index) throws(Failure) -> Int in
        if index == 2 {
          var sum = 0
          for step in 0..<100_000 { sum &+= step }
          if sum != 0 { throw Failure(piece: index) }
        }
        if index > 2 { throw Failure(piece: index) }
        return index
      }
    }
  }

  @Test func `work beside gives both results`() throws {
    let (side, main) = ParallelWork.beside {
      (1...1_000).reduce(0, +)
    } _: {
      "main"
    }
    #expect(side == 500_500)
    #expect(main == "main")
  }

  @Test func `the error of the caller's part goes before the other's`() {
    #expect(throws: Failure(piece: 0)) {
      _ = try ParallelWork.beside { () throws(Failure) -> Int in
        throw Failure(piece: 1)
      } _: { () throws(Failure) -> Int in
        throw Failure(piece: 0)
      }
    }
    #expect(throws: Failure(piece: 1)) {
      _ = try ParallelWork.beside { () throws(Failure) -> Int in
        throw Failure(piece: 1)
      } _: { () throws(Failure) -> Int in
        0
      }
    }
  }

  @Test(arguments: [(0..<0, 4), (0..<1, 4), (0..<10, 3), (5..<25, 1), (3..<8, 5), (0..<7, 100)])
  func `a range is cut without gaps into parts of about one length`(range: Range<Int>, parts: Int) {
    let cut = ParallelWork.ranges(of: range, parts: parts)
    #expect(cut.flatMap(Array.init) == Array(range))
    #expect(cut.count == max(1, min(parts, range.count)))
    let lengths = cut.map(\.count)
    #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
  }
}
