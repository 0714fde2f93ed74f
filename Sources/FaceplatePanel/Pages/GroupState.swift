import Faceplate
import FaceplateHTML

/// Everything that the bytes of a whole group depend on, in addition to its face, if they depend on its settings alone.
///
/// It says the same as the ``RowState`` of each row, without a look at the rows.
struct GroupState: Equatable {
    private let mark: ContentMark
    private let level: Schema.Level
    private let mayEdit: Bool

    /// Creates the state of a group whose bytes depend on nothing else; `nil` for any other group.
    init?(alone face: PageFace.Group, _ context: PageContext) {
        guard face.dependsOnValuesAlone, context.search == nil, context.opened == nil,
            context.details == nil, context.moment == nil, !context.isProviding,
            context.renderers.isEmpty
                || face.places.allSatisfy({ context.renderers[$0.face.key] == nil })
        else { return nil }
        mark = context.snapshot.mark(of: face.group)
        level = context.level
        mayEdit = context.rights.mayEdit
    }
}

/// The bytes of a group, and the state that they were written for.
final class KeptGroup: Sendable {
    let state: GroupState
    let markup: Markup
    /// The fingerprints of its rows, and then of the group.
    let parts: [UInt64]

    init(_ state: GroupState, _ markup: Markup, parts: [UInt64]) {
        self.state = state
        self.markup = markup
        self.parts = parts
    }
}
