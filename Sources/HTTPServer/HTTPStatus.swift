/// The status codes that are used.
public enum HTTPStatus: UInt32, Sendable, Hashable {
  case ok = 200
  case created = 201
  case seeOther = 303
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case contentTooLarge = 413
  case targetTooLong = 414
  case unsupportedMediaType = 415
  case expectationFailed = 417
  case misdirected = 421
  case unprocessable = 422
  case internalFault = 500
  case unavailable = 503
  case insufficientStorage = 507
}
