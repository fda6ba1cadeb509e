// LedgerRender
