import Faceplate
import FaceplateHTML

/// What every part of a page needs to know: the settings, the language, the words.
final class PageContext: Sendable {
    let snapshot: Snapshot
    let face: PageFace
    let words: PageWords
    let problemWords: ProblemWords
    let locale: LocaleTag
    let locales: [LocaleTag]
    /// Whether advanced settings are shown.
    let level: Schema.Level
    /// What whoever looks may see and do.
    let rights: Rights
    /// What is wrong with the schema file at the moment.
    let problems: [String]
    /// What the rules make of the values; of those that somebody typed, where they are shown.
    let rules: RuleState
    /// The page's style sheets and script.
    let look: Look
    /// Where the addresses of the panel begin.
    let base: BasePath
    /// The values of `info` rows that the program provides.
    let provided: @Sendable (String) -> Value?
    /// What somebody asked to see of one setting.
    let details: Details?
    /// What the program shows single items with, by key.
    let renderers: [String: any ControlRenderer]
    /// What was looked for and found, where the page shows that.
    let search: SearchResult?
    /// The key whose row is to be in sight, also where its group is closed.
    let opened: String?

    /// Kept, since each row asks for it.
    let schema: Schema
    var labels: LabelResolver { face.labels }

    /// - Parameter typed: what somebody wants to set, to which the page is to fit.
    init(
        snapshot: Snapshot, face: PageFace, level: Schema.Level, rights: Rights,
        problems: [String],
        typed: [Assignment] = [], renderers: [String: any ControlRenderer] = [:],
        details: Details? = nil,
        provided: @escaping @Sendable (String) -> Value? = { _ in nil }, look: Look,
        base: BasePath, locales: [LocaleTag]? = nil, search: SearchResult? = nil,
        opened: String? = nil
    ) {
        self.search = search
        self.opened = opened
        self.look = look
        self.base = base
        self.provided = provided
        self.details = details
        self.renderers = renderers
        rules = typed.isEmpty ? snapshot.rules : snapshot.rules(with: typed)
        self.snapshot = snapshot
        schema = snapshot.schema
        self.face = face
        self.level = level
        self.rights = rights
        self.problems = problems
        locale = face.labels.locale
        self.locales = locales ?? snapshot.schema.locales(with: snapshot.labels)
        words = PageWords(locale)
        problemWords = ProblemWords(locale)
    }

    /// Whether nothing is saved before somebody presses Save, with scripting as without.
    var savesExplicitly: Bool { schema.saveMode == .explicit }

    /// What the program shows an item with; `nil` where it leaves that to the panel.
    func renderer(of item: Schema.Item?) -> (any ControlRenderer)? {
        guard let item, !renderers.isEmpty || item.customControl != nil,
            schema.settings[item.key] != nil
        else { return nil }
        if let renderer = renderers[item.key] { return renderer }
        return item.customControl.flatMap { schema.customControl($0) } as? any ControlRenderer
    }

    /// This context for another face of the page.
    ///
    /// - Parameter typed: what somebody wants to set, to which the page is to fit.
    func showing(
        _ face: PageFace, level: Schema.Level? = nil, typed: [Assignment] = [],
        search: SearchResult? = nil, opened: String? = nil
    ) -> PageContext {
        PageContext(
            snapshot: snapshot, face: face, level: level ?? self.level, rights: rights,
            problems: problems, typed: typed, renderers: renderers, details: details,
            provided: provided, look: look,
            base: base, locales: locales, search: search, opened: opened)
    }

    /// The address of the page, which goes on showing what was looked for.
    func address(
        query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        let searched = search.map { [(SearchQuery.parameter, $0.query.text)] } ?? []
        return base.path(
            segments: Route.segments(of: face.page), query: searched + query, fragment: fragment)
    }

    /// Whether the row of a key is not shown, since it is for those who ask for advanced settings.
    func isBeyondLevel(_ key: String) -> Bool {
        guard level == .basic else { return false }
        let group = schema.settings[key]?.groupKey ?? schema.items[key]?.groupKey
        return schema.items[key]?.level == .advanced
            || schema.groups.first { $0.key == group }?.level == .advanced
    }

    /// Whether something can be changed or pressed: the rules and the rights let it.
    func isEnabled(_ item: Schema.Item) -> Bool { rights.mayEdit && rules.isEnabled(item) }

    /// Why something cannot be changed or pressed.
    func whyDisabled(_ item: Schema.Item?) -> String {
        rights.mayEdit ? RuleWords.text(whyDisabled: item, self) : words[.viewOnly]
    }

    /// The direction of the page as a whole.
    var direction: Direction { locale.isRightToLeft ? .rtl : .ltr }

    /// The title of one of a setting's options; `nil` for a value that is none of them.
    func optionTitle(_ value: Value, of setting: Schema.Setting) -> String? {
        if setting.control == .select, case .text(let key) = value {
            return schema.items[key].map { labels.title(of: $0).text }
        }
        guard let item = schema.items[setting.key] else { return nil }
        return item.options.first { $0.value == value }.map { labels.title(of: $0, in: item).text }
    }

    /// The options that a sentence about a refused value names: their titles, or for a script the
    /// values that it may send.
    private func options(
        of setting: Schema.Setting, for problem: ValueProblem, asValues: Bool
    ) -> [String] {
        if setting.control == .select {
            let group = schema.groups.first { $0.key == setting.key }
            return group?.options.map { asValues ? $0.key : labels.title(of: $0).text } ?? []
        }
        return schema.items[setting.key].map { options(of: $0, for: problem, asValues) } ?? []
    }

    private func options(
        of item: Schema.Item, for problem: ValueProblem, _ asValues: Bool
    ) -> [String] {
        item.options.filter { problem.offers($0.value) }.map {
            asValues ? $0.value.plainText : labels.title(of: $0, in: item).text
        }
    }

    /// A refused value in words.
    ///
    /// - Parameter asValues: true for a script, which is told values and not their titles.
    func sentence(for problem: KeyProblem, asValues: Bool = false) -> String {
        let code = problem.problem.code
        guard code != .unknownKey, let reference = schema.reference(problem.key) else {
            return problemWords.sentence(
                for: problem.problem, label: problem.key, nearest: problem.nearest)
        }
        if code == .checkFailed,
            let check = problem.problem.parameters["check"].flatMap({ Int($0) }),
            labels.checks.indices.contains(check)
        {
            return labels.checks[check].text
        }
        let label: String
        var options: [String] = []
        var isSecret = false
        var parameters = problem.problem.parameters
        switch reference {
        case .setting(let setting):
            label = labels.title(of: setting.key).text
            options = self.options(of: setting, for: problem.problem, asValues: asValues)
            isSecret = setting.isSecret
            if let item = schema.items[setting.key] {
                let part = sentence(
                    for: problem.problem, in: item, label: label, asValues: asValues)
                if let part { return part }
                if Self.isAboutValue(code), let words = labels.problem(of: item) {
                    return words.text
                }
            }
        case .option(let item, let setting):
            label = labels.title(of: item).text
            options = self.options(of: setting, for: problem.problem, asValues: asValues)
        case .row(let item): label = labels.title(of: item).text
        }
        if let group = parameters["group"] {
            parameters["group"] = labels.title(of: group).text
        }
        let sentence = problemWords.sentence(
            for: ValueProblem(code, parameters, kind: problem.problem.kind), label: label,
            options: options)
        guard isSecret, Self.isAboutValue(code) else { return sentence }
        return sentence + ". " + problemWords.secretAgain(label: label)
    }

    /// What is wrong with an element of a list or a cell of a table; `nil` for any other problem.
    private func sentence(
        for problem: ValueProblem, in item: Schema.Item, label: String, asValues: Bool
    ) -> String? {
        var parameters = problem.parameters
        guard parameters["line"] ?? parameters["row"] != nil else { return nil }
        let column = parameters["column"]
        let cell = item.cells.first { column == nil || $0.key == column }
        if let cell, column != nil { parameters["column"] = labels.title(of: cell).text }
        let options = cell.map { self.options(of: $0, for: problem, asValues) }
        var code = problem.code
        if Self.isAboutValue(code), let words = cell.flatMap({ labels.problem(of: $0) }) {
            code = .message
            parameters["message"] = words.text
        }
        return problemWords.sentence(
            for: ValueProblem(code, parameters, kind: problem.kind), label: label,
            options: options ?? [])
    }

    /// Whether a developer's own words for a refused value fit: it was there, and it was wrong.
    private static func isAboutValue(_ code: ValueProblem.Code) -> Bool {
        [
            .notAnOption, .tooShort, .tooLong, .patternMismatch, .controlCharacter, .lineBreak,
            .notText, .notInteger, .notNumber, .tooSmall, .tooLarge, .notAStep, .tooPrecise,
            .notADuration, .notADate, .notATime, .notADateTime, .timeDoesNotExist, .notAColor,
            .tooManyLines,
        ]
        .contains(code)
    }
}
