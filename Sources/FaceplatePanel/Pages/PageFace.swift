import Faceplate
import FaceplateHTML

/// The parts of a page in one language that do not depend on values: labels, ids, and the markup of
/// labels.
///
/// A face is made once for a page, a schema and its labels.
final class PageFace: Sendable {
    /// A group and its rows.
    struct Group: Sendable {
        let group: Schema.Group
        let title: ResolvedLabel
        let header: ResolvedLabel?
        /// The note below the group; `footers` are alternatives with conditions.
        let footer: ResolvedLabel?
        let footers: [(condition: Condition, text: ResolvedLabel)]
        /// The rows in order; all options of a `select` group are one row, at the place of the
        /// first option.
        let places: [Place]
        /// True when the group consists of one setting, whose role it then has.
        let isOneSetting: Bool
        /// The path to the group, shown instead of its title in search results.
        var trail: Markup?
        /// True when no condition concerns the group, and each row depends on its own setting alone.
        var dependsOnValuesAlone = false
        /// The bytes of the group as it was last written.
        let kept = Locked<KeptGroup?>(nil)

        /// Returns the note below the group: that of the first condition that is true, or the
        /// group's own; `nil` when it is empty.
        func footer(by rules: RuleState) -> ResolvedLabel? {
            let chosen = footers.first { rules.holds($0.condition) }?.text ?? footer
            return chosen?.text.isEmpty == true ? nil : chosen
        }

        /// True when all rows of the group lead to pages.
        var isOfPages: Bool {
            !places.isEmpty && places.allSatisfy { $0.face.control == .page }
        }

        /// True when the group has texts and no rows.
        var isWordsAlone: Bool { places.isEmpty }

        /// True when the group, or one of its rows, is an advanced setting.
        var hasAdvanced: Bool {
            isWordsAlone
                ? group.level == .advanced : places.contains { $0.isAdvanced(in: group) }
        }
    }

    /// The place of a row in a group.
    struct Place: Sendable {
        let face: RowFace
        /// True when the row is a second place of an item that belongs to another group.
        let isReference: Bool
        /// The number of the place on the page, from 0.
        let number: Int
    }

    let page: Schema.Page
    let labels: LabelResolver
    /// The panel's own texts in the language of the page.
    let words: PageWords
    /// The messages about rejected values, and the form of dates.
    let problemWords: ProblemWords
    /// The title of the page; `nil` for the first page.
    let title: ResolvedLabel?
    /// The groups with content.
    let groups: [Group]
    /// The keys with several places on the page; the form has only one field for each.
    let repeated: Set<String>
    /// True when the page has a field for files.
    let hasFiles: Bool
    /// True when a part of the page is advanced.
    let hasAdvanced: Bool
    /// The part of the overview that depends on the schema alone; `nil` on other pages.
    let overview: OverviewFace?
    /// The number of bytes of the last page, for the buffer of the next one; 0 before the first.
    let byteCount = Locked(0)
    /// The parts around the content, as they were last written.
    let frame = Locked<FrameParts?>(nil)
    /// The list of the groups of a panel without subpages, as it was last written.
    let groupList = Locked<(state: PageList.GroupListState, markup: Markup)?>(nil)
    /// The buttons that save, as they were last written.
    let saveBar = Locked<Markup?>(nil)

    /// - Parameter dates: The form of dates in the reader's region; `nil` for that of the language.
    init(
        page: Schema.Page, schema: Schema, labels: LabelResolver, words: PageWords,
        dates: RegionalStyle? = nil
    ) {
        self.page = page
        self.labels = labels
        self.words = words
        problemWords = ProblemWords(words.wanted, in: words.source.problems, region: dates)
        overview = page.key.isEmpty ? OverviewFace(schema) : nil
        title = schema.items[page.key].map { labels.title(of: $0) }
        var known: Set<String> = []
        var repeated: Set<String> = []
        var count = 0
        groups = page.groups.compactMap { group in
            Self.group(group, schema: schema, labels: labels, words: words) { face, isReference in
                if !known.insert(face.key).inserted { repeated.insert(face.key) }
                defer { count += 1 }
                return Place(face: face, isReference: isReference, number: count)
            }
        }
        self.repeated = repeated
        hasFiles = groups.contains { $0.places.contains { $0.face.control == .editFile } }
        hasAdvanced = groups.contains(where: \.hasAdvanced)
    }

    /// Creates the face of a page with rows from other pages, such as search results.
    init(
        page: Schema.Page, labels: LabelResolver, words: PageWords, problemWords: ProblemWords,
        found groups: [Group]
    ) {
        self.page = page
        self.labels = labels
        self.words = words
        self.problemWords = problemWords
        overview = nil
        self.groups = groups
        title = nil
        repeated = []
        hasFiles = groups.contains { $0.places.contains { $0.face.control == .editFile } }
        hasAdvanced = false
    }

    /// Returns true when the page has the field of a setting or the button of an action.
    func has(_ key: String) -> Bool {
        groups.contains { $0.places.contains { $0.face.key == key } }
    }

    private static func group(
        _ group: Schema.Group, schema: Schema, labels: LabelResolver, words: PageWords,
        place: (_ face: RowFace, _ isReference: Bool) -> Place
    ) -> Group? {
        var places: [Place] = []
        var titles = labels.secondPlaces(of: group)[...]
        for entry in group.entries {
            switch entry {
            case .item(let item) where item.isHidden: break
            case .item(let item) where item.control != .select:
                places.append(
                    place(RowFace(item, schema: schema, labels: labels, words: words), false))
            case .item:
                if !places.contains(where: { $0.face.key == group.key }) {
                    let face = RowFace(
                        selectGroup: group, schema: schema, labels: labels, words: words)
                    places.append(place(face, false))
                }
            case .reference(let second):
                let title = titles.popFirst() ?? nil
                if let face = RowFace(
                    of: second.key, called: title, schema: schema, labels: labels, words: words)
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
            isOneSetting: places.count == 1 && places.allSatisfy { $0.face.key == group.key },
            dependsOnValuesAlone: group.footers.isEmpty && !schema.canHide(group)
                && places.allSatisfy {
                    !$0.isReference && $0.face.dependsOnStateAlone && !$0.face.isRuled
                        && $0.face.setting?.keepWithin == nil
                })
    }
}
