public import Faceplate
import FaceplateHTML

/// The end of a visit: of one person, who pressed Done, or of all, since the program closes the panel.
public struct PanelClosing: Sendable {
    /// Who ends it: `browser` or `script` for a post, `program` for `close()`.
    public let origin: Origin
    /// A token's or the host's name for who leaves.
    public let actor: String?
    /// The settings as they are saved.
    public let snapshot: Snapshot
}

/// Where people go who are done.
struct DoneAddress: Sendable {
    let reference: URLReference
    /// Whether it may be on another server, where no form may be sent on to.
    let isElsewhere: Bool

    /// `nil` for what is neither a path nor an address with `http` or `https`.
    init?(_ text: String) {
        let isElsewhere = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
        guard isElsewhere || text.hasPrefix("/"), let reference = URLReference(text) else {
            return nil
        }
        self.reference = reference
        self.isElsewhere = isElsewhere
    }

    /// Whether a request is for it.
    func isOf(_ request: some PanelRequest) -> Bool {
        let path = reference.text.prefix { $0 != "?" && $0 != "#" }
        return !isElsewhere && path == request.path
    }
}
