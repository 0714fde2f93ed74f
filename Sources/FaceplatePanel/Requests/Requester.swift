import Faceplate
import Logging

/// Who asks, as a host knows it: it signs people in, the panel believes it.
///
/// Where a host says nothing, whoever reaches the panel may do everything and has no name.
public struct Requester: Sendable, Hashable {
    /// What somebody may do.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// See the settings; whatever would change something is answered with 403.
        case view
        case edit
    }

    /// What history calls the person or program; `nil` leaves it at "in the browser".
    public var name: String?
    /// What the requester may do.
    public var access: Access
    /// The groups of people that the requester belongs to, by the names that `groupAccess` of a
    /// schema uses.
    public var groups: Set<String>

    /// Makes a requester; without arguments somebody who may change settings and belongs to no
    /// group.
    public init(name: String? = nil, access: Access = .edit, groups: Set<String> = []) {
        self.name = name
        self.access = access
        self.groups = groups
    }
}

/// What somebody may see and do: what pages vary by.
struct Rights: Sendable, Hashable {
    /// Of whoever the host says nothing about.
    static let all = Rights()

    /// Whether anything may be changed.
    var mayEdit = true
    /// The groups of which nothing is told, by key.
    var kept: Set<String> = []
}

extension Panel {
    /// Who asks: as the request says, else as the host finds out; `nil` where nobody says.
    func requester(of request: some PanelRequest) -> Requester? {
        request.requester ?? configuration.identify?(request)
    }

    /// What whoever asks may see and do.
    func rights(of requester: Requester?) -> Rights {
        guard let requester else { return .all }
        return Rights(
            mayEdit: requester.access == .edit,
            kept: settings.snapshot.schema.groupsKept(from: requester.groups))
    }

    /// The answer to whoever may look only, and asks for a change.
    func refusalToEdit(_ request: some PanelRequest) -> PanelResponse? {
        guard request.method == "POST", requester(of: request)?.access == .view else { return nil }
        refusals.note("refused a change to somebody who may look only")
        let viewer = viewer(of: request)
        let context = context(viewer)
        return respond(
            to: request, 403, title: context.words[.errorsHeading],
            message: context.words[.viewOnly], code: "not_allowed", context: context,
            more: viewer.headers)
    }
}
