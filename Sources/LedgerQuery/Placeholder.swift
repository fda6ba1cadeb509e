// LedgerQuery
