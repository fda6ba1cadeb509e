import LedgerDomain

extension SumTables {
  @inline(never)
  @discardableResult
  mutating func makeDayChunk(_ index: Int) -> Int {
    cells.append(contentsOf: repeatElement(SumCell(), count: dimensions.slotCount))
    let chunk = cells.count / dimensions.slotCount
    dayChunks[index] = Int32(chunk)
    return chunk
  }

  @inline(never)
  @discardableResult
  mutating func makeMerchantChunk(_ index: Int) -> Int {
    merchantCells.append(contentsOf: repeatElement(SumCell(), count: merchantChunkCells))
    let chunk = merchantCells.count / merchantChunkCells
    merchantChunks[index] = Int32(chunk)
    return chunk
  }

  mutating func makeRetractedDays() {
    retractedDays = [DayRange](repeating: DayRange(), count: dimensions.merchantCount)
  }

  mutating func makeChoices() {
    choices = [ChoiceMarks](repeating: ChoiceMarks(), count: dimensions.merchantCount)
  }
}

extension SumTables {
  /// Adds the sums of another fold over later rows; both have the same dimensions.
  ///
  /// - Throws: `ProjectionError.overflow` where a sum no longer fits.
  mutating func merge(_ other: SumTables) throws(ProjectionError) {
    precondition(dimensions == other.dimensions, "tables of different dimensions do not add")
    let slots = dimensions.slotCount
    for index in dayChunks.indices where other.dayChunks[index] > 0 {
      let chunk = dayChunks[index] > 0 ? Int(dayChunks[index]) : makeDayChunk(index)
      let source = (Int(other.dayChunks[index]) - 1) * slots
      for slot in 0..<slots {
        let cell = other.cells[source + slot]
        guard cells[(chunk - 1) * slots + slot].add(cell.sum, cell.count) else { throw .overflow(position: 0) }
      }
    }
    let width = merchantChunkCells
    for index in merchantChunks.indices where other.merchantChunks[index] > 0 {
      let chunk = merchantChunks[index] > 0 ? Int(merchantChunks[index]) : makeMerchantChunk(index)
      let source = (Int(other.merchantChunks[index]) - 1) * width
      for offset in 0..<width {
        let cell = other.merchantCells[source + offset]
        guard merchantCells[(chunk - 1) * width + offset].add(cell.sum, cell.count) else {
          throw .overflow(position: 0)
        }
      }
    }
    mergeDays(other)
    if choices.isEmpty {
      choices = other.choices
    } else {
      for (index, marks) in other.choices.enumerated() { choices[index].merge(marks) }
    }
    for (place, count) in other.splitCounts { splitCounts[place, default: 0] += count }
    counts.live += other.counts.live
    counts.gone += other.counts.gone
  }

  private mutating func mergeDays(_ other: SumTables) {
    for index in assertedDays.indices {
      assertedDays[index].first = min(assertedDays[index].first, other.assertedDays[index].first)
      assertedDays[index].last = max(assertedDays[index].last, other.assertedDays[index].last)
    }
    if other.retractedDays.isEmpty { return }
    if retractedDays.isEmpty {
      retractedDays = other.retractedDays
      return
    }
    for index in retractedDays.indices {
      retractedDays[index].first = min(retractedDays[index].first, other.retractedDays[index].first)
      retractedDays[index].last = max(retractedDays[index].last, other.retractedDays[index].last)
    }
  }
}
