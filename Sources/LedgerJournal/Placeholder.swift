// LedgerJournal
