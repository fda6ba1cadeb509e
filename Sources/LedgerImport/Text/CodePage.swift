/// An encoding of one byte a character whose lower half is ASCII.
struct CodePage: Sendable {
  /// The name that iconv knows it by.
  let name: String
  /// The characters of the bytes 0x80 to 0xFF; U+FFFD where there is none.
  let upperHalf: [Unicode.Scalar]

  init(_ name: String, _ characters: String) {
    self.name = name
    let scalars = Array(characters.unicodeScalars)
    // The ISO pages have control characters from 0x80 to 0x9F, which are left out of their texts.
    let controls = (0x80..<0x100 - scalars.count).compactMap { Unicode.Scalar(UInt8($0)) }
    upperHalf = controls + scalars
    precondition(upperHalf.count == 128, "a code page has 128 characters in its upper half")
  }

  static let all = [
    windows1250,
    windows1251,
    windows1252,
    windows1253,
    windows1254,
    windows1257,
    latin1,
    latin2,
    latin5,
    latin9,
    cyrillicISO,
    greekISO,
    koi8,
    dos437,
    dos850,
    dos852,
    dos866,
    macRoman,
    windows1255,
    windows1256,
    thai,
    macCyrillic,
    koi8Ukrainian,
  ]

  static let windows1250 = CodePage(
    "WINDOWS-1250",
    "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź"
      + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
      + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
      + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙")

  static let windows1251 = CodePage(
    "WINDOWS-1251",
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
      + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
      + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
      + "абвгдежзийклмнопрстуфхцчшщъыьэюя")

  static let windows1252 = CodePage(
    "WINDOWS-1252",
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ"
      + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
      + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
      + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")

  static let windows1253 = CodePage(
    "WINDOWS-1253",
    "€\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ"
      + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί"
      + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}")

  static let windows1254 = CodePage(
    "WINDOWS-1254",
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}Ÿ"
      + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
      + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
      + "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ")

  static let windows1257 = CodePage(
    "WINDOWS-1257",
    "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}¨ˇ¸\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}¯˛\u{FFFD}"
      + "\u{A0}\u{FFFD}¢£¤\u{FFFD}¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ"
      + "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß"
      + "ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙")

  static let latin1 = CodePage(
    "ISO-8859-1",
    "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
      + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
      + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")

  static let latin2 = CodePage(
    "ISO-8859-2",
    "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż"
      + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
      + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙")

  static let latin5 = CodePage(
    "ISO-8859-9",
    "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
      + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
      + "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ")

  static let latin9 = CodePage(
    "ISO-8859-15",
    "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿"
      + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
      + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")

  static let cyrillicISO = CodePage(
    "ISO-8859-5",
    "\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП"
      + "РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп"
      + "рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ")

  static let greekISO = CodePage(
    "ISO-8859-7",
    "\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ"
      + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί"
      + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}")

  static let koi8 = CodePage(
    "KOI8-R",
    "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
      + "═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©"
      + "юабцдефгхийклмнопярстужвьызшэщчъ"
      + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ")

  static let dos437 = CodePage(
    "CP437",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
      + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}")

  static let dos850 = CodePage(
    "CP850",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ"
      + "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
      + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀"
      + "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}")

  static let dos852 = CodePage(
    "CP852",
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č"
      + "áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐"
      + "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀"
      + "ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}")

  static let dos866 = CodePage(
    "CP866",
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
      + "абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{A0}")

  static let macRoman = CodePage(
    "MACINTOSH",
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
      + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
      + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
      + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ")
}
