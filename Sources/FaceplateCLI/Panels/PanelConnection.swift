import ArgumentParser
import Faceplate
import FaceplateHTTPClient
import FaceplateSchema

/// Requests to a running panel, and the sentences for responses that are no results.
struct PanelConnection: Sendable {
    let address: PanelAddress
    private let client: HTTPClient
    private let hasToken: Bool
    /// The time limit of a request in seconds, in addition to a wait for changes.
    var patience = 30

    /// - Parameters:
    ///   - token: The token of the header `Authorization`; `nil` for none.
    ///   - credentials: The certificates to trust; `nil` for those of the system.
    init(to address: PanelAddress, token: String? = nil, credentials: TLSCredentials? = nil) {
        self.address = address
        hasToken = token != nil
        var headers = [
            ("User-Agent", "faceplate/\(FaceplateCommand.version)"),
            ("Accept", "application/json"),
            // Messages are compared with those of commands on a database.
            ("Accept-Language", "en"),
        ]
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        client = HTTPClient(
            address: address.server, headers: headers.map { (name: $0.0, value: $0.1) },
            credentials: credentials)
    }

    var place: String { address.text }

    /// Sends a request, and reads the JSON of a successful response.
    ///
    /// - Parameter wait: The seconds that the panel may wait for a change.
    /// - Throws: `Failure` for any other response.
    func json(_ request: HTTPRequest, waiting wait: Int = 0) throws(Failure) -> JSONValue {
        let response = try send(request, waiting: wait)
        guard (200..<300).contains(response.status) else { throw failure(response) }
        guard let json = response.json else { throw foreign }
        return json
    }

    func send(_ request: HTTPRequest, waiting wait: Int = 0) throws(Failure) -> HTTPResponse {
        do throws(HTTPError) {
            return try client.send(request, patience: .seconds(patience + wait))
        } catch {
            throw failure(error)
        }
    }

    /// Returns the failure for a request without a response.
    func failure(_ error: HTTPError) -> Failure { Failure(.unavailable, sentence(for: error)) }

    private func sentence(for error: HTTPError) -> String {
        switch error {
        case .noListener:
            "Nothing listens at '\(place)'. Start the panel with 'faceplate serve', or correct --url."
        case .unknownHost:
            "The host '\(address.server.host ?? "")' of '\(place)' is not known. Correct --url."
        case .unreachable(let reason): "'\(place)' cannot be reached. \(reason)"
        case .late: "The panel at '\(place)' did not answer within \(patience) seconds."
        case .broken: "The panel at '\(place)' ended the connection before its answer was complete."
        case .tooLarge: "The answer of '\(place)' is larger than 64 MiB."
        case .credentials(let problem): insecure(problem.description)
        case .tls(let failure): insecure(failure.message)
        }
    }

    private func insecure(_ reason: String) -> String {
        "No secure connection to '\(place)' is possible. \(reason) To trust the certificates in a "
            + "file, use --ca-file FILE."
    }

    /// The failure for a server that is not a panel.
    var foreign: Failure {
        Failure(
            .unavailable,
            "There is no Faceplate panel at '\(place)'. Name the URL of its first page, with the base path "
                + "if it has one.")
    }

    /// The failure for a panel without a part of the API.
    var older: Failure {
        Failure(
            .unavailable,
            "The panel at '\(place)' runs an older version of Faceplate, which cannot do this. Update it to "
                + "\(FaceplateCommand.version), or run this command with --database on its machine."
        )
    }

    /// The failure for a schema with a part that this version does not know.
    func unreadable(_ error: SchemaError) -> Failure {
        let reason = error.problems.first.map { " \($0.message)" } ?? ""
        return Failure(
            .unavailable,
            "The panel at '\(place)' has a schema that this version cannot read.\(reason)")
    }

    // MARK: - Refused requests

    /// A problem document (RFC 9457).
    struct Document {
        let code: String?
        let title: String
        let errors: [JSONObject]

        /// - Returns: `nil` for a response that no panel sends.
        init?(_ response: HTTPResponse) {
            guard response.headers["content-type"]?.hasPrefix("application/problem+json") == true,
                let object = response.json?.object
            else { return nil }
            code = object["code"]?.string
            title = object["title"]?.string ?? ""
            errors = object["errors"]?.array?.compactMap(\.object) ?? []
        }
    }

    /// Returns the failure for a response that is not a result.
    func failure(_ response: HTTPResponse) -> Failure {
        if (300..<400).contains(response.status) {
            let target = response.headers["location"].map { " to '\($0)'" } ?? ""
            return Failure(
                .unavailable,
                "'\(place)' redirects\(target). Redirects are not followed, so that a token is sent to no "
                    + "other server. Correct --url.")
        }
        guard let document = Document(response) else { return other(response) }
        switch response.status {
        case 401: return unauthorized
        case 403:
            return Failure(
                .denied,
                "The panel at '\(place)' does not permit this. \(Self.sentence(document.title)) Use a token "
                    + "with more rights: run 'faceplate token add NAME' on its machine.")
        case 404, 405: return document.code == "closed" ? stopped(document) : older
        case 421: return wrongHost
        case 400..<409, 410..<421, 422..<429:
            return Failure(.refused, Self.sentence(document.title))
        default: return stopped(document)
        }
    }

    var unauthorized: Failure {
        let hint =
            "Run 'faceplate token add NAME' on its machine, and pass the token in FACEPLATE_TOKEN or with "
            + "--token-file FILE."
        return Failure(
            .denied,
            !hasToken
                ? "The panel at '\(place)' asks for a token. \(hint)"
                : "The panel at '\(place)' does not accept the token: it is unknown, revoked or expired. "
                    + hint)
    }

    private var wrongHost: Failure {
        let name = address.server.host ?? "localhost"
        return Failure(
            .unavailable,
            "The panel at '\(place)' does not accept the host name '\(name)'. Start it with "
                + "--allow-host \(name), or use another name.")
    }

    private func stopped(_ document: Document) -> Failure {
        Failure(
            .unavailable, "The panel at '\(place)' cannot answer. \(Self.sentence(document.title))")
    }

    /// Returns the failure for a response without a problem document: of a server in between, or no panel.
    private func other(_ response: HTTPResponse) -> Failure {
        switch response.status {
        case 401: unauthorized
        case 403:
            Failure(.denied, "The server at '\(place)' does not permit this (status 403).")
        case 421: wrongHost
        case 502...504:
            Failure(
                .unavailable,
                "The server at '\(place)' does not reach the panel (status \(response.status)).")
        case 413, 414, 431, 429, 500...:
            Failure(
                .unavailable, "The server at '\(place)' answered with status \(response.status).")
        default: foreign
        }
    }

    static func sentence(_ text: String) -> String {
        text.isEmpty || text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
    }
}
