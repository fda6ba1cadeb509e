/// Joins the page's modules into one script, so that a browser asks once instead of fifty times.
///
/// The modules keep to a few forms, which a test checks: an import is one line with names or a star, an export begins a
/// line, and a module that is loaded when it is wanted is imported by a literal name.
enum PageScript {
  /// The joined script; the module `main` comes last and runs.
  static func joined(_ modules: [String: [UInt8]], main: String) -> [UInt8] {
    var script = Array("const once = (make) => { let made; return () => (made ??= make()); };\n".utf8)
    for (name, bytes) in modules.sorted(by: { $0.key < $1.key }) where name != main {
      let module = rewritten(bytes)
      script += Array("const \(identifier(name)) = once(() => {\n".utf8)
      script += module.text
      script += Array("return { \(module.exports.joined(separator: ", ")) };\n});\n".utf8)
    }
    return script + rewritten(modules[main] ?? []).text
  }

  /// A module's text without its imports and exports, and the names that it exports.
  private static func rewritten(_ bytes: [UInt8]) -> (text: [UInt8], exports: [String]) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var exports: [String] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      if line.starts(with: "import ".utf8) {
        text += Array(importing(PageScript.text(line)).utf8)
      } else if line.starts(with: "export ".utf8) {
        let declaration = line.dropFirst("export ".utf8.count)
        exports.append(declaredName(PageScript.text(declaration)))
        text += loadingWhenWanted(declaration)
      } else {
        text += line
      }
      text.append(0x0A)
    }
    return (text, exports)
  }

  /// `import { a, b as c } from "./x.js";` or `import * as x from "./x.js";` as a constant.
  private static func importing(_ line: String) -> String {
    let sides = line.dropFirst("import ".count).split(separator: " from \"./")
    precondition(sides.count == 2 && sides[1].hasSuffix("\";"), "an import of another form: \(line)")
    let module = identifier(String(sides[1].dropLast(2)))
    if sides[0].hasPrefix("* as ") { return "const \(sides[0].dropFirst(5)) = \(module)();" }
    return "const \(sides[0].split(separator: " as ").joined(separator: ": ")) = \(module)();"
  }

  /// The name that `async function name(…`, `const name = …` or `class Name …` declares.
  private static func declaredName(_ declaration: String) -> String {
    let words = declaration.split(whereSeparator: { " (=".contains($0) })
    let kinds: Set<Substring> = ["async", "function", "const", "class"]
    guard let name = words.first(where: { !kinds.contains($0) }), words.first != name else {
      preconditionFailure("an export of another form: \(declaration)")
    }
    return String(name)
  }

  /// `import("./x.js")` as a promise of what stands in the script already.
  private static func loadingWhenWanted(_ line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.contains(0x28) else { return Array(line) }
    let pieces = text(line).split(separator: "import(\"./", omittingEmptySubsequences: false)
    guard pieces.count == 2 else { return Array(line) }
    let rest = pieces[1].split(separator: "\")", maxSplits: 1, omittingEmptySubsequences: false)
    precondition(rest.count == 2, "a module that is not named literally: \(text(line))")
    return Array("\(pieces[0])Promise.resolve().then(\(identifier(String(rest[0]))))\(rest[1])".utf8)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { preconditionFailure("a module is not UTF-8") }
    return text
  }

  /// What a module is called in the script: `$add_sheet`.
  private static func identifier(_ file: String) -> String {
    "$" + String(file.dropLast(3).map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
