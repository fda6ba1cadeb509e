// What an app needs of the engine under one import: values and decisions, reading bank files, the ledger, and questions.
@_exported import LedgerDomain
@_exported import LedgerImport
@_exported import LedgerJournal
@_exported import LedgerProjection
@_exported import LedgerQuery
