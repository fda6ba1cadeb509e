/// The profiles that `--profile` takes by name.
public struct ProfilesReport: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var name: String
    /// The person's own file; nil for one that comes with the program.
    public var path: String?
    /// The columns by which a file is recognised without being asked for.
    public var columns: [String]
    /// Why the person's own file can't be used, or nil.
    public var problem: String?

    public init(name: String, path: String?, columns: [String], problem: String? = nil) {
      self.name = name
      self.path = path
      self.columns = columns
      self.problem = problem
    }
  }

  /// Where the person's own profiles lie.
  public var folder: String
  /// The person's own first, then those that come with the program, each by name.
  public var profiles: [Entry]

  /// - Parameter own: the entries of the person's own files.
  public init(folder: String, own: [Entry]) {
    let bundled = BundledProfiles.all.map { Entry(name: $0.name, path: nil, columns: $0.match) }
    self.init(folder: folder, profiles: [own, bundled].flatMap { $0.sorted { $0.name < $1.name } })
  }

  public init(folder: String, profiles: [Entry]) {
    self.folder = folder
    self.profiles = profiles
  }
}

extension ImportProfile {
  /// The columns by which a file is recognised without being asked for.
  public var columns: [String] { match }
}
