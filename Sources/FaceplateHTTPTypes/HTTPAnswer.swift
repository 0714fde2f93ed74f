public import FaceplatePanel
public import HTTPTypes

/// An answer of a panel in the words of swift-http-types.
public struct HTTPAnswer: Sendable {
    /// What follows the head.
    public enum Body: Sendable {
        /// All of it; empty for `HEAD`.
        case bytes([UInt8])
        /// What is to be sent as it comes, each element at once, until the client goes away.
        case events(PanelEvents)
    }

    /// Status and header; with `Content-Length` where the body is complete.
    public let head: HTTPResponse
    /// The body.
    public let body: Body

    init(_ response: PanelResponse, to request: HTTPRequest) {
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        if let events = response.events {
            body = .events(events)
        } else {
            let isLengthKnown = response.status != 304 && response.status != 204
            if isLengthKnown { fields[.contentLength] = String(response.body.count) }
            body = .bytes(request.method == .head ? [] : response.body)
        }
        head = HTTPResponse(
            status: HTTPResponse.Status(code: response.status), headerFields: fields)
    }
}
