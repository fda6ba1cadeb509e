extension RandomAccessCollection where Index == Int {
  /// The first index whose element is not before what is looked for; the end index where all are.
  ///
  /// The elements are in order: none that is before comes after one that is not.
  ///
  /// - Complexity: O(log count)
  @inlinable
  package func lowerBound(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
