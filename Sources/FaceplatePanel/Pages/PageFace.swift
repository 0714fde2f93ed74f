import Faceplate
import FaceplateHTML

/// What a page looks like in one language as far as values do not matter: words, ids, the markup of
/// labels.
///
/// Made once for a page, a schema and its labels.
final class PageFace: Sendable {
    /// A group and its rows.
    struct Group: Sendable {
        let group: Schema.Group
        let title: ResolvedLabel
        let header: ResolvedLabel?
        /// The note below it, and those that conditions choose.
        let footer: ResolvedLabel?
        let footers: [(condition: Condition, text: ResolvedLabel)]
        /// In order; all options of the group are one row, where the first of them stands.
        let places: [Place]
        /// Whether the group is nothing but one setting, whose role it then has.
        let isOneSetting: Bool
    }

    /// Where a row stands.
    struct Place: Sendable {
        let face: RowFace
        /// Whether the page shows the setting already, so that this row only tells its value.
        let isCopy: Bool
    }

    let page: Schema.Page
    let labels: LabelResolver
    /// What the page is called; `nil` for the first one.
    let title: ResolvedLabel?
    /// The groups that have something to show.
    let groups: [Group]
    /// Whether files can be sent from it.
    let hasFiles: Bool
    /// Whether some of it is for those who ask for advanced settings.
    let hasAdvanced: Bool

    init(page: Schema.Page, schema: Schema, labels: LabelResolver) {
        self.page = page
        self.labels = labels
        title = schema.items[page.key].map { labels.title(of: $0) }
        var shown: Set<String> = []
        groups = page.groups.compactMap {
            Self.group($0, schema: schema, labels: labels, shown: &shown)
        }
        hasFiles = groups.contains { $0.places.contains { $0.face.control == .editFile } }
        hasAdvanced = groups.contains { group in
            group.places.contains { $0.isAdvanced(in: group.group) }
        }
    }

    /// Whether the page has the field of a setting, or the button of an action.
    func has(_ key: String) -> Bool {
        groups.contains { $0.places.contains { $0.face.key == key } }
    }

    /// - Parameter shown: the settings that the page shows already: a form has a field for each
    ///   once, so that a second one only tells its value.
    private static func group(
        _ group: Schema.Group, schema: Schema, labels: LabelResolver, shown: inout Set<String>
    ) -> Group? {
        var places: [Place] = []
        func add(_ face: RowFace) {
            places.append(Place(face: face, isCopy: !shown.insert(face.key).inserted))
        }
        for entry in group.entries {
            switch entry {
            case .item(let item) where item.isHidden: break
            case .item(let item) where item.control != .select:
                add(RowFace(item, schema: schema, labels: labels))
            case .item:
                if !places.contains(where: { $0.face.key == group.key }) {
                    add(RowFace(selectGroup: group, schema: schema, labels: labels))
                }
            case .reference(let key):
                if let row = RowFace(of: key, schema: schema, labels: labels) { add(row) }
            }
        }
        guard !places.isEmpty else { return nil }
        return Group(
            group: group, title: labels.title(of: group), header: labels.header(of: group),
            footer: labels.footer(of: group),
            footers: zip(group.footers, labels.footers(of: group)).map { ($0.condition, $1) },
            places: places,
            isOneSetting: places.count == 1 && places.allSatisfy { $0.face.key == group.key })
    }
}
