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
    "/accounts-card.js": Asset(contentType: script, bytes: PackageResources.accounts_card_js),
    "/activity-card.js": Asset(contentType: script, bytes: PackageResources.activity_card_js),
    "/add-sheet.js": Asset(contentType: script, bytes: PackageResources.add_sheet_js),
    "/address.js": Asset(contentType: script, bytes: PackageResources.address_js),
    "/amount-parser.js": Asset(contentType: script, bytes: PackageResources.amount_parser_js),
    "/amount-view.js": Asset(contentType: script, bytes: PackageResources.amount_view_js),
    "/amount-words.js": Asset(contentType: script, bytes: PackageResources.amount_words_js),
    "/api.js": Asset(contentType: script, bytes: PackageResources.api_js),
    "/balance-card.js": Asset(contentType: script, bytes: PackageResources.balance_card_js),
    "/budget-sheet.js": Asset(contentType: script, bytes: PackageResources.budget_sheet_js),
    "/category-card.js": Asset(contentType: script, bytes: PackageResources.category_card_js),
    "/category-choices.js": Asset(contentType: script, bytes: PackageResources.category_choices_js),
    "/changes.js": Asset(contentType: script, bytes: PackageResources.changes_js),
    "/charts.css": Asset(contentType: style, bytes: PackageResources.charts_css),
    "/chevron.svg": Asset(contentType: drawing, bytes: PackageResources.chevron_svg),
    "/components.css": Asset(contentType: style, bytes: PackageResources.components_css),
    "/controls.js": Asset(contentType: script, bytes: PackageResources.controls_js),
    "/data.js": Asset(contentType: script, bytes: PackageResources.data_js),
    "/detail-pane.js": Asset(contentType: script, bytes: PackageResources.detail_pane_js),
    "/dom.js": Asset(contentType: script, bytes: PackageResources.dom_js),
    "/drops.js": Asset(contentType: script, bytes: PackageResources.drops_js),
    "/edit-sheet.js": Asset(contentType: script, bytes: PackageResources.edit_sheet_js),
    "/empty-state.js": Asset(contentType: script, bytes: PackageResources.empty_state_js),
    "/filter-bar.js": Asset(contentType: script, bytes: PackageResources.filter_bar_js),
    "/flow-tiles.js": Asset(contentType: script, bytes: PackageResources.flow_tiles_js),
    "/history-chart.js": Asset(contentType: script, bytes: PackageResources.history_chart_js),
    "/history-sheet.js": Asset(contentType: script, bytes: PackageResources.history_sheet_js),
    "/icon.svg": Asset(contentType: drawing, bytes: PackageResources.icon_svg),
    "/icons.js": Asset(contentType: script, bytes: PackageResources.icons_js),
    "/import-options.js": Asset(contentType: script, bytes: PackageResources.import_options_js),
    "/import-preview.js": Asset(contentType: script, bytes: PackageResources.import_preview_js),
    "/import-sheet.js": Asset(contentType: script, bytes: PackageResources.import_sheet_js),
    "/keyboard.js": Asset(contentType: script, bytes: PackageResources.keyboard_js),
    "/layout.css": Asset(contentType: style, bytes: PackageResources.layout_css),
    "/layout.js": Asset(contentType: script, bytes: PackageResources.layout_js),
    "/lists.css": Asset(contentType: style, bytes: PackageResources.lists_css),
    "/live.js": Asset(contentType: script, bytes: PackageResources.live_js),
    "/locale.js": Asset(contentType: script, bytes: PackageResources.locale_js),
    "/main.js": Asset(contentType: script, bytes: PackageResources.main_js),
    "/merchant-bars.js": Asset(contentType: script, bytes: PackageResources.merchant_bars_js),
    "/money.js": Asset(contentType: script, bytes: PackageResources.money_js),
    "/notice-bar.js": Asset(contentType: script, bytes: PackageResources.notice_bar_js),
    "/readable-chart.js": Asset(contentType: script, bytes: PackageResources.readable_chart_js),
    "/screen.js": Asset(contentType: script, bytes: PackageResources.screen_js),
    "/sheet.js": Asset(contentType: script, bytes: PackageResources.sheet_js),
    "/sheets.css": Asset(contentType: style, bytes: PackageResources.sheets_css),
    "/sheets.js": Asset(contentType: script, bytes: PackageResources.sheets_js),
    "/spending-card.js": Asset(contentType: script, bytes: PackageResources.spending_card_js),
    "/spending-chart.js": Asset(contentType: script, bytes: PackageResources.spending_chart_js),
    "/split-sheet.js": Asset(contentType: script, bytes: PackageResources.split_sheet_js),
    "/store.js": Asset(contentType: script, bytes: PackageResources.store_js),
    "/time-sheet.js": Asset(contentType: script, bytes: PackageResources.time_sheet_js),
    "/toasts.js": Asset(contentType: script, bytes: PackageResources.toasts_js),
    "/tokens.css": Asset(contentType: style, bytes: PackageResources.tokens_css),
    "/transaction-form.js": Asset(contentType: script, bytes: PackageResources.transaction_form_js),
    "/transaction-history.js": Asset(contentType: script, bytes: PackageResources.transaction_history_js),
    "/transaction-row.js": Asset(contentType: script, bytes: PackageResources.transaction_row_js),
    "/transactions-card.js": Asset(contentType: script, bytes: PackageResources.transactions_card_js),
    "/transfer-card.js": Asset(contentType: script, bytes: PackageResources.transfer_card_js),
    "/visible-text.js": Asset(contentType: script, bytes: PackageResources.visible_text_js),
  ]

  private static let script = "text/javascript; charset=utf-8"
  private static let style = "text/css; charset=utf-8"
  private static let drawing = "image/svg+xml"

  /// Every module as one script, which the document asks for.
  static let joinedScript = Asset(
    contentType: script,
    bytes: PageScript.joined(
      Dictionary(
        uniqueKeysWithValues: all.filter { $0.key.hasSuffix(".js") }.map {
          (String($0.key.dropFirst()), $0.value.bytes)
        }),
      main: "main.js"))

  static func response(_ target: RequestTarget) -> HTTPResponse? {
    let asset = target.path == "/page.js" ? joinedScript : all[target.path]
    return asset.map { HTTPResponse(contentType: $0.contentType, body: .bytes($0.bytes)) }
  }
}
