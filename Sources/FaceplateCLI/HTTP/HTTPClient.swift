import FaceplateAddress
import FaceplateSchema
import Foundation

/// A request to a panel.
struct HTTPRequest: Sendable {
    var method = "GET"
    /// The path after the base path of the panel: `/api/settings`.
    let path: String
    var query: [(name: String, value: String)] = []
    /// The body, as JSON.
    var body: [UInt8]?
}

/// A response with its whole body.
struct HTTPResponse: Sendable {
    let status: Int
    /// The header fields, by name in lower case.
    let headers: [String: String]
    let body: [UInt8]

    /// The maximum number of values in the JSON of an answer.
    static let mostValues = 1_000_000

    /// The JSON of the body; `nil` for another body, and for JSON with more than `mostValues` values, each of which
    /// takes many times its size in memory.
    var json: JSONValue? { try? JSONReader.read(body, mostValues: Self.mostValues) }
}

/// The reason why there is no response.
enum HTTPError: Error, Equatable {
    /// Nothing accepts connections at the address.
    case noListener
    case unknownHost
    /// The address cannot be reached; the text is that of the system.
    case unreachable(String)
    /// The time is over.
    case late
    /// The server ended the connection, or its response is not HTTP.
    case broken
    /// The response is larger than `HTTPClient.mostBytes`.
    case tooLarge
    /// TLS failed: a certificate is not trusted, or the server speaks another protocol.
    case tls(String)
}

/// Sends requests to one panel, each on a connection of its own.
///
/// It follows no redirects, so that the token is sent to this panel only. Calls block; use it from any thread.
struct HTTPClient: Sendable {
    /// The maximum size of a response in bytes.
    static let mostBytes = 64 * 1024 * 1024

    let address: PanelAddress
    /// The token of the header `Authorization`; `nil` for none.
    var token: String?
    /// The file with the certificates that are trusted instead of those of the system.
    var authorities: String?

    /// Sends a request and reads the response.
    ///
    /// - Parameter patience: The time limit, from the connection to the last byte.
    func send(_ request: HTTPRequest, patience: Duration) throws(HTTPError) -> HTTPResponse {
        let deadline = ContinuousClock.now + patience
        let connection = try ClientConnection(
            to: address, authorities: authorities, deadline: deadline)
        do throws(HTTPError) {
            try connection.write(head(of: request) + (request.body ?? []))
        } catch {
            // A server that rejects a large body can respond, and close, before it has read everything.
            guard error == .broken else { throw error }
        }
        var reader = HTTPResponseReader(limit: Self.mostBytes)
        while true {
            let bytes = try connection.read()
            if bytes.isEmpty {
                guard let response = reader.end() else { throw .broken }
                return response
            }
            if let response = try reader.read(bytes) { return response }
        }
    }

    private func head(of request: HTTPRequest) -> [UInt8] {
        let query = request.query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
        let target =
            address.base + request.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        var lines = [
            "\(request.method) \(target) HTTP/1.1", "Host: \(address.authority)",
            "User-Agent: faceplate/\(FaceplateCommand.version)", "Accept: application/json",
            // Messages are compared with those of commands on a database.
            "Accept-Language: en", "Connection: close",
        ]
        if let token { lines.append("Authorization: Bearer \(token)") }
        if let body = request.body {
            lines += ["Content-Type: application/json", "Content-Length: \(body.count)"]
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
