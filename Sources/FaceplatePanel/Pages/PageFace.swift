import Faceplate
import FaceplateHTML

/// The parts of a page in one language that do not depend on values: labels, ids, and the markup of
/// labels.
///
/// A face is made once for a page, a schema and its labels.
final class PageFace: Sendable {
    struct Group: Sendable {
        let group: Schema.ItemGroup
        let title: ResolvedLabel
        let header: ResolvedLabel?
        let footer: ResolvedLabel?
        let footers: [(condition: Condition, text: ResolvedLabel)]
        /// In order; all options of a `select` group are one row, at the place of the first option.
        let places: [Place]
        /// The group then has the role of the setting.
        let isOneSetting: Bool
        /// Shown instead of the title in search results.
        var trail: Markup?
        /// True when no condition concerns the group, and each row depends on its own setting alone.
        var dependsOnValuesAlone = false
        /// As it was last written.
        let kept = Locked<KeptGroup?>(nil)

        func footer(by rules: RuleState) -> ResolvedLabel? {
            let chosen = footers.first { rules.holds($0.condition) }?.text ?? footer
            return chosen?.text.isEmpty == true ? nil : chosen
        }

        var isOfPages: Bool {
            !places.isEmpty && places.allSatisfy { $0.face.control == .page }
        }

        var isWordsAlone: Bool { places.isEmpty }

        var hasAdvanced: Bool {
            isWordsAlone
                ? group.level == .advanced : places.contains { $0.isAdvanced(in: group) }
        }
    }

    struct Place: Sendable {
        let face: RowFace
        /// A second place of an item that belongs to another group.
        let isReference: Bool
        /// Of a second place; `nil` if it is shown whenever the setting is.
        var condition: Condition?
        /// On the page, from 0.
        let number: Int
    }

    let page: Schema.ItemPage
    let labels: LabelResolver
    let words: PageWords
    let problemWords: ProblemWords
    let title: ResolvedLabel?
    let groups: [Group]
    /// The form has only one field for each.
    let repeated: Set<String>
    let hasFiles: Bool
    let hasAdvanced: Bool
    let overview: OverviewFace?
    /// Of the last page, for the buffer of the next one; 0 before the first.
    let byteCount = Locked(0)
    /// The parts around the content, as they were last written.
    let frame = Locked<FrameParts?>(nil)
    let groupList = Locked<(state: PageList.GroupListState, markup: Markup)?>(nil)
    let saveBar = Locked<Markup?>(nil)

    /// `dates` is by the reader's region; `nil` for the form of the language.
    init(
        page: Schema.ItemPage, schema: Schema, labels: LabelResolver, words: PageWords,
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
            Self.group(group, schema: schema, labels: labels, words: words) { face, second in
                if !known.insert(face.key).inserted { repeated.insert(face.key) }
                defer { count += 1 }
                return Place(
                    face: face, isReference: second != nil, condition: second?.visibleWhen,
                    number: count)
            }
        }
        self.repeated = repeated
        hasFiles = groups.contains { $0.places.contains { $0.face.control == .editFile } }
        hasAdvanced = groups.contains(where: \.hasAdvanced)
    }

    /// For rows from other pages, such as search results.
    init(
        page: Schema.ItemPage, labels: LabelResolver, words: PageWords, problemWords: ProblemWords,
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

    func has(_ key: String) -> Bool {
        groups.contains { $0.places.contains { $0.face.key == key } }
    }

    private static func group(
        _ group: Schema.ItemGroup, schema: Schema, labels: LabelResolver, words: PageWords,
        place: (_ face: RowFace, _ second: Schema.ItemGroup.SecondPlace?) -> Place
    ) -> Group? {
        var places: [Place] = []
        var titles = labels.secondPlaces(of: group)[...]
        for entry in group.entries {
            switch entry {
            case .item(let item) where item.isHidden: break
            case .item(let item) where item.control != .select:
                places.append(
                    place(RowFace(item, schema: schema, labels: labels, words: words), nil))
            case .item:
                if !places.contains(where: { $0.face.key == group.key }) {
                    let face = RowFace(
                        selectGroup: group, schema: schema, labels: labels, words: words)
                    places.append(place(face, nil))
                }
            case .reference(let second):
                let title = titles.popFirst() ?? nil
                if let face = RowFace(
                    of: second.key, called: title, schema: schema, labels: labels, words: words)
                {
                    places.append(place(face, second))
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
