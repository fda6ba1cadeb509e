import Glibc
import LedgerImport
import Testing

/// Encodings: each is found by its bytes, and each can be said.
struct EncodingTests {
  /// The text in an encoding, by the system's converter.
  private static func encoded(_ text: String, _ name: String) throws -> [UInt8] {
    let converter = try #require(iconv_open(name, "UTF-8"))
    try #require(Int(bitPattern: converter) != -1, "the system does not know \(name)")
    defer { iconv_close(converter) }
    var input = Array(text.utf8).map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 8 + 64)
    let written: Int = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var (from, to) = (source.baseAddress, target.baseAddress)
        var (fromLeft, toLeft) = (source.count, target.count)
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != Int(bitPattern: UInt.max), fromLeft == 0 else {
          return -1
        }
        _ = iconv(converter, nil, nil, &to, &toLeft)
        return target.count - toLeft
      }
    }
    try #require(written >= 0, "the text can't be written in \(name)")
    return output[..<written].map { UInt8(bitPattern: $0) }
  }

  private static let texts: [(names: [String], text: String, payees: [String])] = [
    (
      ["WINDOWS-1252", "MACINTOSH", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE", "UTF-32", "UTF-8"],
      "Datum;Empfänger;Betrag\n13.03.2026;Bäckerei Müßig;-1,50\n14.03.2026;Café Größe;-2,00\n",
      ["Bäckerei Müßig", "Café Größe"]
    ),
    (
      ["WINDOWS-1250", "ISO-8859-2", "CP852"],
      "Data;Opis;Kwota\n2026-03-13;Płatność kartą Łódź;-1,50\n2026-03-14;Żabka zakupy ćma;-2,00\n",
      ["Płatność kartą Łódź", "Żabka zakupy ćma"]
    ),
    (
      ["WINDOWS-1251", "KOI8-R", "CP866", "ISO-8859-5", "MAC-CYRILLIC"],
      "Дата;Описание;Сумма\n13.03.2026;Кофейня на углу;-1,50\n14.03.2026;ПРОДУКТЫ У ДОМА;-2,00\n",
      ["Кофейня на углу", "ПРОДУКТЫ У ДОМА"]
    ),
    (
      ["WINDOWS-1253", "ISO-8859-7"],
      "Ημερομηνία;Περιγραφή;Ποσό\n13/03/2026;Καφές στο λιμάνι;-1,50\n14/03/2026;Σούπερ μάρκετ;-2,00\n",
      ["Καφές στο λιμάνι", "Σούπερ μάρκετ"]
    ),
    (
      ["WINDOWS-1254"], "Tarih;Açıklama;Tutar\n13.03.2026;Şişli Market İğne;-1,50\n14.03.2026;Maaş ödemesi;-2,00\n",
      ["Şişli Market İğne", "Maaş ödemesi"]
    ),
    (
      ["WINDOWS-1255", "ISO-8859-8"], "תאריך,תיאור,סכום\n13/03/2026,סופרמרקט,-1.50\n14/03/2026,משכורת,-2.00\n",
      ["סופרמרקט", "משכורת"]
    ),
    (
      ["WINDOWS-1256"], "التاريخ,الوصف,المبلغ\n13/03/2026,سوبر ماركت,-1.50\n14/03/2026,راتب,-2.00\n",
      ["سوبر ماركت", "راتب"]
    ),
    (
      ["CP874"], "วันที่,รายการ,จำนวนเงิน\n13/03/2026,ร้านสะดวกซื้อ,-1.50\n14/03/2026,เงินเดือน,-2.00\n",
      ["ร้านสะดวกซื้อ", "เงินเดือน"]
    ),
    (
      ["CP932", "EUC-JP", "ISO-2022-JP", "UTF-16"],
      "日付,摘要,金額\n2026/03/13,コンビニエンスストア,-1.50\n2026/03/14,電気料金,-2.00\n", ["コンビニエンスストア", "電気料金"]
    ),
    (
      ["GB18030"], "交易日期,交易摘要,金额\n2026-03-13,超市购物消费,-1.50\n2026-03-14,工资收入,-2.00\n", ["超市购物消费", "工资收入"]
    ),
    (
      // As bytes of Thai these make letters that are common there.
      ["GB18030"], "日期,摘要,金额\n2026-09-13,超市北京,-1.50\n2026-09-14,工资,-2.00\n", ["超市北京", "工资"]
    ),
    (["BIG5"], "日期,摘要,金額\n2026-09-13,超級市場臺北,-1.50\n2026-09-14,薪資,-2.00\n", ["超級市場臺北", "薪資"]),
    (["EUC-KR"], "날짜,내용,금액\n2026-09-13,편의점 서울,-1.50\n2026-09-14,급여,-2.00\n", ["편의점 서울", "급여"]),
    (
      ["CP932", "EUC-JP"], "日付,内容,金額\n2026/09/13,スーパー東京,-1.50\n2026/09/14,給与,-2.00\n", ["スーパー東京", "給与"]
    ),
    (
      ["WINDOWS-1251", "KOI8-R", "CP866"], "Дата;Сумма;Описание\n13.09.2026;-1,50;МТС\n14.09.2026;-2,00;ЖКХ\n",
      ["МТС", "ЖКХ"]
    ),
    (["BIG5"], "交易日期,摘要,金額\n2026-03-13,便利商店購物,-1.50\n2026-03-14,薪資收入,-2.00\n", ["便利商店購物", "薪資收入"]),
    (["EUC-KR"], "거래일자,적요,금액\n2026-03-13,편의점 결제,-1.50\n2026-03-14,급여 입금,-2.00\n", ["편의점 결제", "급여 입금"]),
  ]

  @Test(arguments: EncodingTests.texts.flatMap { item in item.names.map { ($0, item.text, item.payees) } })
  func `Budget#371: an encoding is found by its bytes, or said`(_ name: String, _ text: String, _ payees: [String])
    throws
  {
    let bytes = try EncodingTests.encoded(text, name)
    let found = try read(bytes)
    #expect(found.payees == payees, "\(found.encoding)")
    #expect(found.amounts == [-150, -200])
    #expect(try read(bytes) { $0.encoding = name }.payees == payees)
  }

  @Test
  func `an encoding that is asked for comes before a byte order mark of another`() throws {
    let bytes: [UInt8] =
      [0xEF, 0xBB, 0xBF] + Array("Date,Payee,Amount\n2026-03-13,Caf".utf8) + [0xE9] + Array(",-1.50\n".utf8)
    let file = try read(bytes) { $0.encoding = "windows-1252" }
    #expect(file.encoding == "WINDOWS-1252" && file.payees == ["Café"])
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x41, 0x00, 0x0A, 0x00, 0x00, 0xD8, 0x41, 0x00], "line 2"),
      ([0xFF, 0xFE, 0x41], "half a UTF-16 character"),
      ([0xFF, 0xFE, 0, 0, 0x0A, 0, 0, 0, 0, 0, 0x11, 0], "line 2"),
    ] as [([UInt8], String)])
  func `broken UTF-16 and UTF-32 are refused with the line`(_ bytes: [UInt8], _ part: String) throws {
    let file = try read(bytes)
    #expect(file.refusal?.contains(part) == true, "\(file.errors)")
  }
}
