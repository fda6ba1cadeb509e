// LedgerDomain
