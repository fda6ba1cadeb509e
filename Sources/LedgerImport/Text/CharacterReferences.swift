/// Decodes character references such as `&amp;`, `&#233;` and `&eacute;`, once; what is none stays as it is.
enum CharacterReferences {
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(0x26) else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let after = rest[rest.index(after: mark)...]
      if let end = after.prefix(12).firstIndex(of: ";"), let character = character(after[..<end]) {
        result.append(character)
        rest = after[after.index(after: end)...]
      } else {
        result.append("&")
        rest = after
      }
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> Character? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") { return scalar(UInt32(name.dropFirst(2), radix: 16)) }
    if name.hasPrefix("#") { return scalar(UInt32(name.dropFirst())) }
    return names[String(name)]
  }

  private static func scalar(_ code: UInt32?) -> Character? {
    guard let code, let scalar = Unicode.Scalar(code) else { return nil }
    return Character(scalar)
  }

  private static let names: [String: Character] = {
    var names: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "euro": "€", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…", "bull": "•", "trade": "™", "OElig": "Œ",
      "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ",
    ]
    // The names of U+00A0 to U+00FF, in their order.
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
      para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
      Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
      Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
      igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
      thorn yuml
      """
    for (offset, name) in latin.split(separator: " ").enumerated() {
      if let scalar = Unicode.Scalar(UInt32(0xA0 + offset)) { names[String(name)] = Character(scalar) }
    }
    return names
  }()
}
