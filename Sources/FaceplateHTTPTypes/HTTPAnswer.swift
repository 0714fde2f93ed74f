public import FaceplatePanel
public import HTTPTypes

/// A response of a panel as swift-http-types values.
public struct HTTPAnswer: Sendable {
    /// The body of a response.
    public enum Body: Sendable {
        /// The complete body; empty for `HEAD`.
        case bytes([UInt8])
        /// Events to send when they arrive, each element immediately, until the client disconnects.
        case events(PanelEvents)
    }

    /// The status and the header fields, with `Content-Length` when the body is complete.
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
