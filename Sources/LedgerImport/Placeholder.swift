// LedgerImport
