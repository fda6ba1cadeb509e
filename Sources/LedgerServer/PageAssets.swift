import HTTPServer

/// The page's files, compiled in.
///
/// A new file under `Page/` gets a line here; a test compares the two.
enum PageAssets {
  struct Asset: Sendable {
    var contentType: String
    var bytes: [UInt8]
  }

  /// By path.
  static let all: [String: Asset] = [
    "/": Asset(contentType: html, bytes: PackageResources.index_html),
    "/app.js": Asset(contentType: script, bytes: PackageResources.app_js),
    "/style.css": Asset(contentType: style, bytes: PackageResources.style_css),
  ]

  private static let html = "text/html; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
  private static let style = "text/css; charset=utf-8"

  static func response(_ target: RequestTarget) -> HTTPResponse? {
    all[target.path].map { HTTPResponse(contentType: $0.contentType, body: .bytes($0.bytes)) }
  }
}
