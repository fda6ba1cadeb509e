// LedgerProjection
