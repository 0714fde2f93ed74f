import ArgumentParser
import FaceplateHTTPClient
import Foundation

/// The address of a running panel: `http://HOST:PORT/BASE`, `https://HOST/BASE`, or `unix:PATH`.
struct PanelAddress: Sendable, Equatable {
    let server: ServerAddress
    /// The address as the user wrote it.
    let text: String

    /// Reads an address.
    ///
    /// `unix:PATH:/BASE` is a panel with a base path at a Unix socket.
    ///
    /// - Throws: `ValidationError` for any other text.
    init(_ text: String) throws {
        self.text = text
        if text.hasPrefix("unix:") {
            let rest = text.dropFirst(5)
            let end = rest.range(of: ":/", options: .backwards)?.lowerBound ?? rest.endIndex
            let path = String(rest[..<end])
            guard !path.isEmpty else { throw Self.malformed(text) }
            server = ServerAddress(.unix(path: path), base: String(rest[end...].dropFirst()))
            return
        }
        guard let parts = URLComponents(string: text) else { throw Self.malformed(text) }
        guard parts.user == nil, parts.password == nil else {
            // The text is not quoted, because it contains the password.
            throw ValidationError(
                "A URL must not contain a user or password. Pass a token in FACEPLATE_TOKEN or with "
                    + "--token-file.")
        }
        guard parts.query == nil, parts.fragment == nil, let server = ServerAddress(parts) else {
            throw Self.malformed(text)
        }
        self.server = server
    }

    private static func malformed(_ text: String) -> ValidationError {
        ValidationError(
            "'\(text)' is not the URL of a panel. Write http://HOST:PORT/, https://HOST/ or "
                + "unix:PATH.")
    }
}
