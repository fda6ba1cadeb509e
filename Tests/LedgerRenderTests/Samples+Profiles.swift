import Foldbook

extension Samples {
  static let profiles = ProfilesReport(
    folder: "/profiles",
    profiles: [
      ProfilesReport.Entry(
        name: "broken", path: "/profiles/broken.json", columns: [],
        problem: "profile 'broken.json': the key '\(hostile)' is not known"),
      ProfilesReport.Entry(name: "mine", path: "/profiles/mine.json", columns: []),
      ProfilesReport.Entry(name: "mint", path: nil, columns: ["Date", "Original Description", "Transaction Type"]),
      ProfilesReport.Entry(name: "wells-fargo", path: nil, columns: []),
    ])
}
