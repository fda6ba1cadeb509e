import JSON
import LedgerDomain

/// What the words of a bank or of another program mean in this ledger, as a person wrote it down.
public struct CategoryMap: Sendable, Hashable {
  /// One word of files and its category.
  public struct Entry: Sendable, Hashable {
    public var word: String
    /// The category; nil takes the word as the file says.
    public var category: String?
    /// Says that the category may be made, and of which kind, where the ledger does not have it.
    public var kind: CategoryKind?
    /// How many rows have the word, in a template.
    public var rows: Int?

    public init(word: String, category: String?, kind: CategoryKind? = nil, rows: Int? = nil) {
      self.word = word
      self.category = category
      self.kind = kind
      self.rows = rows
    }
  }

  /// The schema that a file of this kind names.
  public static let schema = "foldbook/category-map/v1"

  /// Where it was read from.
  public var path: String
  public var entries: [Entry]

  public init(path: String, entries: [Entry]) {
    self.path = path
    self.entries = entries
  }

  /// Reads a map from JSON, as `Schemas/profiles/category-map.v1.schema.json` has it.
  ///
  /// Throws `ImportError.categoryMap` for anything that is not JSON, an unknown key, or a value of the wrong kind.
  public init(parsing bytes: [UInt8], path: String) throws(ImportError) {
    let value: JSONValue
    do {
      value = try JSONReader.parse(bytes[...], depthLimit: 8)
    } catch {
      throw .categoryMap(path: path, reason: "it is not JSON: \(error)")
    }
    func fault(_ reason: String) -> ImportError { .categoryMap(path: path, reason: reason) }
    guard let members = value.members, let list = value["categories"]?.elements else {
      throw fault("an object with a list 'categories' is expected")
    }
    for member in members where member.name != "schema" && member.name != "categories" {
      throw fault("the key '\(member.name)' is not known")
    }
    if let schema = value["schema"], schema.text != CategoryMap.schema {
      throw fault("'schema' is '\(CategoryMap.schema)' in a map of categories")
    }
    self.path = path
    entries = []
    for (index, element) in list.enumerated() {
      do {
        entries.append(try CategoryMap.entry(element))
      } catch {
        throw fault("entry \(index + 1): \(error.reason)")
      }
    }
  }

  private struct Fault: Error {
    var reason: String
  }

  private static func entry(_ value: JSONValue) throws(Fault) -> Entry {
    guard let members = value.members else { throw Fault(reason: "an object is expected") }
    for member in members where !["from", "to", "kind", "rows"].contains(member.name) {
      throw Fault(reason: "the key '\(member.name)' is not known; there are from, to, kind and rows")
    }
    guard let word = value["from"]?.text, !word.trimmed.isEmpty else {
      throw Fault(reason: "'from' is the file's word for a category, and not empty")
    }
    var entry = Entry(word: word, category: nil)
    if let target = value["to"], !target.isNull {
      guard let name = target.text, !name.trimmed.isEmpty else {
        throw Fault(reason: "'to' is a category's name, or null to take '\(word)' as the file says")
      }
      entry.category = name.trimmed
    }
    if let kind = value["kind"], !kind.isNull {
      guard let known = kind.text.flatMap({ CategoryKind(name: $0) }) else {
        throw Fault(reason: "'kind' is expense, income or transfer")
      }
      entry.kind = known
    }
    entry.rows = value["rows"]?.integer.map { Int($0) }
    return entry
  }

  /// The map as a file that a person can edit.
  public func json() -> [UInt8] {
    var json = JSONWriter(isIndented: true)
    json.beginObject()
    json.field("schema", CategoryMap.schema)
    json.array("categories", entries) { json, entry in
      json.beginObject()
      json.field("from", entry.word)
      json.field("to", entry.category)
      if let kind = entry.kind { json.field("kind", kind.name) }
      if let rows = entry.rows { json.field("rows", rows) }
      json.endObject()
    }
    json.endObject()
    json.endLine()
    return json.bytes
  }
}
