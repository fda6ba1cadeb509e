/// The code pages of other scripts.
extension CodePage {
  static let windows1255 = CodePage(
    "WINDOWS-1255",
    "€\u{FFFD}‚ƒ„…†‡ˆ‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{A0}¡¢£₪¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾¿"
      + "\u{5B0}\u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\u{5B6}\u{5B7}\u{5B8}\u{5B9}\u{FFFD}\u{5BB}\u{5BC}\u{5BD}\u{5BE}\u{5BF}\u{5C0}\u{5C1}\u{5C2}\u{5C3}װױײ׳״\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "אבגדהוזחטיךכלםמןנסעףפץצקרשת\u{FFFD}\u{FFFD}\u{200E}\u{200F}\u{FFFD}")

  static let windows1256 = CodePage(
    "WINDOWS-1256",
    "€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u{200C}\u{200D}ں"
      + "\u{A0}،¢£¤¥¦§¨©ھ«¬\u{AD}®¯°±²³´µ¶·¸¹؛»¼½¾؟"
      + "ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقك"
      + "àلâمنهوçèéêëىيîï\u{64B}\u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\u{651}ù\u{652}ûü\u{200E}\u{200F}ے")

  static let thai = CodePage(
    "CP874",
    "€\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}…\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      + "\u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟ"
      + "ภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}฿"
      + "เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")

  static let macCyrillic = CodePage(
    "MAC-CYRILLIC",
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
      + "†°Ґ£§•¶І®©™Ђђ≠Ѓѓ∞±≤≥іµґЈЄєЇїЉљЊњ"
      + "јЅ¬√ƒ≈∆«»…\u{A0}ЋћЌќѕ–—“”‘’÷„ЎўЏџ№Ёёя"
      + "абвгдежзийклмнопрстуфхцчшщъыьэю€")

  static let koi8Ukrainian = CodePage(
    "KOI8-U",
    "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
      + "═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©"
      + "юабцдефгхийклмнопярстужвьызшэщчъ"
      + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ")
}
