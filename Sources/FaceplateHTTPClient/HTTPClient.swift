import FaceplateAddress
package import FaceplateSchema

package struct HTTPRequest: Sendable {
    package var method: String
    /// The path after the base path of the server: `/api/settings`.
    package let path: String
    package var query: [(name: String, value: String)]
    /// Header fields besides those of the client.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?

    package init(
        method: String = "GET", path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}

package struct HTTPResponse: Sendable {
    package let status: Int
    /// The header fields, by name in lower case.
    package let headers: [String: String]
    package let body: [UInt8]

    package init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package static let mostValues = 1_000_000

    /// `nil` for another body, and for JSON with more than `mostValues` values, each of which takes many times its size
    /// in memory.
    package var json: JSONValue? { try? JSONReader.read(body, mostValues: Self.mostValues) }
}

package enum HTTPError: SpokenError, Equatable {
    case noListener
    case unknownHost
    /// The address cannot be reached; the text is that of the system.
    case unreachable(String)
    case late
    case broken
    case tooLarge
    case credentials(TLSCredentials.Problem)
    case tls(TLSFailure)

    package var description: String {
        switch self {
        case .noListener: "Nothing accepts connections there."
        case .unknownHost: "The host is not known."
        case .unreachable(let reason): reason
        case .late: "The server did not answer in time."
        case .broken: "The server ended the connection before its answer was complete."
        case .tooLarge: "The answer is too large."
        case .credentials(let problem): problem.description
        case .tls(let failure): failure.message
        }
    }
}

/// It follows no redirects, so that a token is sent to this server only.
///
/// Use it from any thread.
package struct HTTPClient: Sendable {
    package let address: ServerAddress
    package var headers: [(name: String, value: String)]
    package var credentials: TLSCredentials?
    /// The maximum size of a response in bytes, and of a part of a stream.
    package var mostBytes: Int

    package init(
        address: ServerAddress, headers: [(name: String, value: String)] = [],
        credentials: TLSCredentials? = nil, mostBytes: Int = 64 * 1024 * 1024
    ) {
        self.address = address
        self.headers = headers
        self.credentials = credentials
        self.mostBytes = mostBytes
    }

    /// Blocks.
    ///
    /// - Parameter patience: The time limit, from the connection to the last byte.
    package func send(
        _ request: HTTPRequest, patience: Duration
    ) throws(HTTPError) -> HTTPResponse {
        let connection = try ClientConnection(to: self, deadline: .now + patience)
        try connection.send(head(of: request) + (request.body ?? []))
        var reader = HTTPResponseReader(limit: mostBytes)
        while true {
            let bytes = try connection.read()
            if bytes.isEmpty {
                guard let response = reader.end() else { throw .broken }
                return response
            }
            if let response = try reader.read(bytes) { return response }
        }
    }

    func head(of request: HTTPRequest) -> [UInt8] {
        let query = request.query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
        let target =
            address.base + request.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        var lines = [
            "\(request.method) \(target) HTTP/1.1", "Host: \(address.authority)",
            "Connection: close",
        ]
        lines += (headers + request.headers).map { "\($0.name): \($0.value)" }
        if let body = request.body {
            lines += ["Content-Type: application/json", "Content-Length: \(body.count)"]
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
