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
        /// The way to the group, in the place of its title, where its rows are found by a search.
        var trail: Markup?

        /// The note below it now: that of the first condition that holds, else the group's own;
        /// `nil` for empty words.
        func footer(by rules: RuleState) -> ResolvedLabel? {
            let chosen = footers.first { rules.holds($0.condition) }?.text ?? footer
            return chosen?.text.isEmpty == true ? nil : chosen
        }

        /// True when it has words and no rows.
        var isWordsAlone: Bool { places.isEmpty }

        /// True when it is, or has something, for those who ask for advanced settings.
        var hasAdvanced: Bool {
            isWordsAlone
                ? group.level == .advanced : places.contains { $0.isAdvanced(in: group) }
        }
    }

    /// Where a row stands.
    struct Place: Sendable {
        let face: RowFace
        /// Whether the row has its own place elsewhere, on this page or another.
        let isReference: Bool
        /// Tells it from the other places of the page.
        let number: Int
    }

    let page: Schema.Page
    let labels: LabelResolver
    /// What the page is called; `nil` for the first one.
    let title: ResolvedLabel?
    /// The groups that have something to show.
    let groups: [Group]
    /// The settings that have several places on the page: a form has a field for each once.
    let repeated: Set<String>
    /// Whether files can be sent from it.
    let hasFiles: Bool
    /// Whether some of it is for those who ask for advanced settings.
    let hasAdvanced: Bool

    init(page: Schema.Page, schema: Schema, labels: LabelResolver) {
        self.page = page
        self.labels = labels
        title = schema.items[page.key].map { labels.title(of: $0) }
        var known: Set<String> = []
        var repeated: Set<String> = []
        var count = 0
        groups = page.groups.compactMap { group in
            Self.group(group, schema: schema, labels: labels) { face, isReference in
                if !known.insert(face.key).inserted { repeated.insert(face.key) }
                defer { count += 1 }
                return Place(face: face, isReference: isReference, number: count)
            }
        }
        self.repeated = repeated
        hasFiles = groups.contains { $0.places.contains { $0.face.control == .editFile } }
        hasAdvanced = groups.contains(where: \.hasAdvanced)
    }

    /// The face of a page that shows rows of any pages.
    init(page: Schema.Page, labels: LabelResolver, found groups: [Group]) {
        self.page = page
        self.labels = labels
        self.groups = groups
        title = nil
        repeated = []
        hasFiles = groups.contains { $0.places.contains { $0.face.control == .editFile } }
        hasAdvanced = false
    }

    /// Whether the page has the field of a setting, or the button of an action.
    func has(_ key: String) -> Bool {
        groups.contains { $0.places.contains { $0.face.key == key } }
    }

    private static func group(
        _ group: Schema.Group, schema: Schema, labels: LabelResolver,
        place: (_ face: RowFace, _ isReference: Bool) -> Place
    ) -> Group? {
        var places: [Place] = []
        var titles = labels.secondPlaces(of: group)[...]
        for entry in group.entries {
            switch entry {
            case .item(let item) where item.isHidden: break
            case .item(let item) where item.control != .select:
                places.append(place(RowFace(item, schema: schema, labels: labels), false))
            case .item:
                if !places.contains(where: { $0.face.key == group.key }) {
                    let face = RowFace(selectGroup: group, schema: schema, labels: labels)
                    places.append(place(face, false))
                }
            case .reference(let second):
                let title = titles.popFirst() ?? nil
                if let face = RowFace(
                    of: second.key, called: title, schema: schema, labels: labels)
                {
                    places.append(place(face, true))
                }
            }
        }
        guard !places.isEmpty || labels.isWordsAlone(group) else { return nil }
        return Group(
            group: group, title: labels.title(of: group), header: labels.header(of: group),
            footer: labels.footer(of: group),
            footers: zip(group.footers, labels.footers(of: group)).map { ($0.condition, $1) },
            places: places,
            isOneSetting: places.count == 1 && places.allSatisfy { $0.face.key == group.key })
    }
}
