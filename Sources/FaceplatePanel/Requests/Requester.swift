import Faceplate
import Logging

/// The user or program that sends a request, as the host identifies it; the panel does not authenticate.
///
/// When the host identifies no requester, every client of the panel may do everything and has no name.
public struct Requester: Sendable, Hashable {
    /// The access that a requester has.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// Permits viewing; a request that would change something returns 403.
        case view
        case edit
    }

    /// The name of the user or program in the history; `nil` for the general "in the browser".
    public var name: String?
    /// The access of the requester.
    public var access: Access
    /// The user groups of the requester, by the names that `groupAccess` and `itemAccess` of a schema use.
    public var groups: Set<String>
    /// True for a requester that has only a name, and the rights of every client of an open panel.
    var seesEverything = false

    /// Creates a requester; without arguments it may change settings and belongs to no group.
    public init(name: String? = nil, access: Access = .edit, groups: Set<String> = []) {
        self.name = name
        self.access = access
        self.groups = groups
    }
}

/// Pages vary by it.
struct Rights: Sendable, Hashable {
    /// Of a requester that the host does not identify.
    static let all = Rights()

    var mayEdit = true
    var withheld = Schema.Withheld()
    /// False for a client that has not signed in, to whom nothing of the settings is shown.
    var isSignedIn = true
}

extension Rights {
    /// A client that has not signed in has the rights of a viewer without user groups.
    init(of requester: Requester?, _ pass: Pass, in snapshot: Snapshot) {
        self.init()
        guard pass != .nobody else {
            (mayEdit, isSignedIn) = (false, false)
            withheld = snapshot.withheld(from: [])
            return
        }
        guard let requester else { return }
        mayEdit = requester.access == .edit
        guard let people = requester.limitingGroups else { return }
        withheld = snapshot.withheld(from: people)
    }
}

extension Requester {
    /// The name is for the history; it has no fewer rights than a client of a port, who has no name at all.
    init(peer name: String) {
        self.init(name: name)
        seesEverything = true
    }

    /// They decide what is withheld; `nil` when nothing is.
    var limitingGroups: Set<String>? { seesEverything ? nil : groups }
}

extension Panel {
    func refusalToEdit(_ request: RequestContext) -> PanelResponse {
        logRefusal("rejected a change by a user who can only view")
        return respond(to: request, 403, code: "not_allowed") { $0.words[.viewOnly] }
    }
}
