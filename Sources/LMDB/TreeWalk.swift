// Safety: keys that bound a page are slices of the mapped file, which outlives the walk.

/// A walk over every page of every tree of a file.
struct TreeWalk {
  /// What a tree's leaves hold.
  enum Kind {
    case freeList
    case tableList
    case table
  }

  var pages: PageMap
  let commitNumber: UInt64

  // Of the tree that is being walked.
  private var kind = Kind.freeList
  private var order = KeyOrder.integers
  private var branchPageCount: UInt64 = 0
  private var leafPageCount: UInt64 = 0
  private var overflowPageCount: UInt64 = 0
  private var entryCount: UInt64 = 0
  private var previousKey: UnsafeRawBufferPointer?
  // Of the table list.
  private var tables: [TreeRecord] = []
  // Of one page, kept so that it is allocated once: by half the place where a node begins, where it ends; 0 for none.
  private var nodeEnds: [UInt16]

  init(pages: PageMap, commitNumber: UInt64) {
    self.pages = pages
    self.commitNumber = commitNumber
    nodeEnds = [UInt16](repeating: 0, count: pages.pageSize / 2)
  }

  /// Walks the free list, the list of tables and each table, and sees that no page is left over.
  mutating func check(freeList: TreeRecord, tableList: TreeRecord) throws(LMDBError) {
    try check(freeList, kind: .freeList, name: "the free list")
    try check(tableList, kind: .tableList, name: "the table list")
    for (index, table) in tables.enumerated() { try check(table, kind: .table, name: "table \(index + 1)") }
    if let page = pages.firstUntaken { throw .corrupt(reason: "page \(page) is neither used nor free") }
  }

  private mutating func check(_ tree: TreeRecord, kind: Kind, name: String) throws(LMDBError) {
    self.kind = kind
    order = kind == .freeList ? .integers : .bytes
    (branchPageCount, leafPageCount, overflowPageCount, entryCount) = (0, 0, 0, 0)
    previousKey = nil
    if tree.isEmpty {
      guard tree.depth == 0 else { throw .corrupt(reason: "\(name) has levels but no pages") }
    } else {
      guard (1...32).contains(tree.depth) else { throw .corrupt(reason: "\(name) has \(tree.depth) levels") }
      try walk(tree.root, depth: Int(tree.depth), from: nil, to: nil)
    }
    guard branchPageCount == tree.branchPageCount, leafPageCount == tree.leafPageCount,
      overflowPageCount == tree.overflowPageCount, entryCount == tree.entryCount
    else { throw .corrupt(reason: "\(name) has \(entryCount) entries, and its record says otherwise") }
  }

  /// Walks a page and those below it; their keys are not below `lower` and below `upper`.
  private mutating func walk(
    _ number: UInt64, depth: Int, from lower: UnsafeRawBufferPointer?, to upper: UnsafeRawBufferPointer?
  ) throws(LMDBError) {
    let header = try pages.header(number)
    let page = try pages.take(number)
    let isBranch = depth > 1
    let listSize = Int(header.lower) - PageHeader.sizeBytes
    guard header.flags == (isBranch ? PageHeader.branch : PageHeader.leaf), listSize >= 0, listSize % 2 == 0,
      header.lower <= header.upper, Int(header.upper) <= page.count
    else { throw .corrupt(reason: "page \(number) is not the page of a tree that it should be") }
    let nodeCount = listSize / 2
    guard nodeCount >= (isBranch ? 2 : 1) else { throw .corrupt(reason: "page \(number) is empty") }
    if isBranch {
      branchPageCount += 1
      for index in 0..<nodeCount { noteEnd(of: try TreeNode(index: index, in: page, header: header), restSizeBytes: 0) }
      try checkEnds(from: Int(header.upper), to: page.count, nodeCount: nodeCount, page: number)
      try walkChildren(of: page, header: header, nodeCount: nodeCount, depth: depth, from: lower, to: upper)
    } else {
      leafPageCount += 1
      for index in 0..<nodeCount {
        let node = try TreeNode(index: index, in: page, header: header)
        let restSize = node.flags & TreeNode.isOverflowing != 0 ? 8 : node.valueSizeBytes
        guard restSize <= node.rest.count else {
          throw .corrupt(reason: "page \(number) has an entry that leaves it")
        }
        noteEnd(of: node, restSizeBytes: restSize)
        // The keys between are in order, so the bounds matter to the outer ones only.
        try check(
          node, page: number, from: index == 0 ? lower : nil, to: index == nodeCount - 1 ? upper : nil)
      }
      try checkEnds(from: Int(header.upper), to: page.count, nodeCount: nodeCount, page: number)
    }
  }

  private mutating func walkChildren(
    of page: UnsafeRawBufferPointer, header: PageHeader, nodeCount: Int, depth: Int,
    from lower: UnsafeRawBufferPointer?, to upper: UnsafeRawBufferPointer?
  ) throws(LMDBError) {
    for index in 0..<nodeCount {
      let node = try TreeNode(index: index, in: page, header: header)
      // The first key of a branch page stands for everything below the second.
      var childLower = lower
      if index > 0 {
        try checkSize(ofKey: node.key, page: header.number)
        if let lower, order.isAscending(node.key, lower) { throw misplaced(header.number) }
        childLower = node.key
      }
      var childUpper = upper
      if index + 1 < nodeCount {
        let next = try TreeNode(index: index + 1, in: page, header: header)
        try checkSize(ofKey: next.key, page: header.number)
        childUpper = next.key
      }
      try walk(node.child, depth: depth - 1, from: childLower, to: childUpper)
    }
  }

  /// Checks an entry of a leaf page.
  private mutating func check(
    _ node: TreeNode, page: UInt64, from lower: UnsafeRawBufferPointer?, to upper: UnsafeRawBufferPointer?
  ) throws(LMDBError) {
    try checkSize(ofKey: node.key, page: page)
    guard node.flags & ~(TreeNode.isOverflowing | TreeNode.isTree) == 0 else {
      throw .corrupt(reason: "page \(page) has an entry of an unknown kind")
    }
    if let previousKey, !order.isAscending(previousKey, node.key) { throw misplaced(page) }
    if let lower, order.isAscending(node.key, lower) { throw misplaced(page) }
    if let upper, !order.isAscending(node.key, upper) { throw misplaced(page) }
    previousKey = node.key
    entryCount += 1
    let value = try value(of: node, page: page)
    let isTree = node.flags & TreeNode.isTree != 0
    switch kind {
    case .table:
      guard !isTree else { throw .corrupt(reason: "page \(page) has a table inside a table") }
    case .tableList:
      guard isTree, value.count == TreeRecord.sizeBytes else {
        throw .corrupt(reason: "not a Foldbook ledger file: it holds other data than tables")
      }
      try noteTable(TreeRecord(value))
    case .freeList:
      guard !isTree else { throw .corrupt(reason: "the free list has a table inside") }
      try takeFreePages(node.key, value)
    }
  }

  private mutating func value(of node: TreeNode, page: UInt64) throws(LMDBError) -> UnsafeRawBufferPointer {
    guard node.flags & TreeNode.isOverflowing != 0 else {
      // Within the page, as was checked.
      return UnsafeRawBufferPointer(rebasing: node.rest[..<node.valueSizeBytes])
    }
    let first = node.rest.loadUnaligned(as: UInt64.self)
    let header = try pages.header(first)
    let neededCount = (PageHeader.sizeBytes - 1 + node.valueSizeBytes) / pages.pageSize + 1
    guard header.flags == PageHeader.overflow, header.overflowPageCount == neededCount else {
      throw .corrupt(reason: "the value at page \(first) is not as long as its entry says")
    }
    overflowPageCount += UInt64(neededCount)
    let run = try pages.take(first, runCount: neededCount)
    return UnsafeRawBufferPointer(rebasing: run[PageHeader.sizeBytes...].prefix(node.valueSizeBytes))
  }

  private mutating func noteTable(_ record: TreeRecord) throws(LMDBError) {
    guard record.flags == 0, record.padding == 0 else {
      throw .corrupt(reason: "not a Foldbook ledger file: a table has an order of its own")
    }
    tables.append(record)
  }

  /// Takes the pages that a commit freed: their count, then their numbers, the highest first.
  private mutating func takeFreePages(
    _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(LMDBError) {
    let freeingCommit = key.loadUnaligned(as: UInt64.self)
    guard (1...max(1, commitNumber)).contains(freeingCommit), value.count >= 8, value.count % 8 == 0 else {
      throw .corrupt(reason: "the free list has a broken entry")
    }
    let count = value.loadUnaligned(as: UInt64.self)
    guard count < UInt64(value.count / 8) else { throw .corrupt(reason: "the free list has an entry cut short") }
    var previous = UInt64.max
    for index in 0..<Int(count) {
      let number = value.loadUnaligned(fromByteOffset: 8 + 8 * index, as: UInt64.self)
      guard number < previous else { throw .corrupt(reason: "the free list is not in order") }
      previous = number
      _ = try pages.take(number)
    }
  }

  private mutating func noteEnd(of node: TreeNode, restSizeBytes: Int) {
    nodeEnds[node.offset / 2] = UInt16(node.end(restSizeBytes: restSizeBytes))
  }

  /// Checks that the nodes of a page whose ends are noted fill its part for them, without overlap or gap.
  private mutating func checkEnds(from start: Int, to end: Int, nodeCount: Int, page: UInt64) throws(LMDBError) {
    var place = start
    for _ in 0..<nodeCount {
      guard place < end, nodeEnds[place / 2] != 0 else { throw overlapping(page) }
      let next = Int(nodeEnds[place / 2])
      nodeEnds[place / 2] = 0
      place = next
    }
    guard place == end else { throw overlapping(page) }
  }

  private func overlapping(_ page: UInt64) -> LMDBError {
    .corrupt(reason: "page \(page) has entries that overlap")
  }

  private func checkSize(ofKey key: UnsafeRawBufferPointer, page: UInt64) throws(LMDBError) {
    guard order == .integers ? key.count == 8 : key.count >= 1 else {
      throw .corrupt(reason: "page \(page) has a key of \(key.count) bytes")
    }
  }

  private func misplaced(_ page: UInt64) -> LMDBError {
    .corrupt(reason: "page \(page) has keys that are out of order")
  }
}
