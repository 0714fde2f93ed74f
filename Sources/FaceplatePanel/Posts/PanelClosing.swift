public import Faceplate
import FaceplateHTML

/// The end of a visit: of one user who pressed Done, or of all users when the program closes the panel.
public struct PanelClosing: Sendable {
    /// The source of the request to end: `browser` or `script` for a post, `program` for `close()`.
    public let origin: Origin
    /// The name of the user or program that leaves, from a token or the host; `nil` when it is unknown.
    public let actor: String?
    /// The settings with everything that was saved.
    public let snapshot: Snapshot
}

/// The destination of users who finish.
struct DoneAddress: Sendable {
    let reference: URLReference
    /// True when the destination can be on another server, to which no form may be redirected.
    let isElsewhere: Bool

    /// Creates a destination; `nil` when the text is neither a path nor a URL with `http` or `https`.
    init?(_ text: String) {
        let isElsewhere = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
        guard isElsewhere || text.hasPrefix("/"), let reference = URLReference(text) else {
            return nil
        }
        self.reference = reference
        self.isElsewhere = isElsewhere
    }

    /// Returns true when a request is for this destination.
    func isOf(_ request: some PanelRequest) -> Bool {
        let path = reference.text.prefix { $0 != "?" && $0 != "#" }
        return !isElsewhere && path == request.path
    }
}
