import Faceplate
import FaceplateHTML
import Foundation

/// The part of a page that is not a setting: the app, the panel, and the moment.
struct PageHost: Sendable {
    /// Of the schema file.
    var problems = PageProblems()
    let look: Look
    /// `nil` for the languages of the schema.
    var locales: [LocaleTag]?
    var renderers: [String: any ControlRenderer] = [:]
    /// Of `info` rows, from the app.
    var provided: @Sendable (String) -> Value? = { _ in nil }
    var optionsFailure: @Sendable (String) -> String? = { _ in nil }
    /// Provided content can change at any time.
    var isProviding = false
    var hasAction: @Sendable (Schema.Item) -> Bool = { _ in true }
    var hasSignIn = false
    /// In seconds, for the time left of temporary values.
    var moment: Int?
    /// The times of settings that returned because their last change was not confirmed.
    var wentBack: [String: Date] = [:]
    var clock = PageClock()
    var now = Date()
    var overview: OverviewSource?
}

final class PageContext: Sendable {
    let view: SettingsView
    /// Stored here, like `schema`, because every row uses it.
    let snapshot: Snapshot
    let schema: Schema
    let face: PageFace
    let locale: LocaleTag
    let locales: [LocaleTag]
    let level: Schema.Level
    /// For the stored values, or for typed values that the page shows.
    let rules: RuleState
    private let hidesNothing: Bool
    private let host: PageHost
    let details: Details?
    let search: SearchResult?
    /// Shown even when its group is collapsed.
    let opened: String?

    private let knownMarks = Locked<[String: PageList.Marks]?>(nil)
    var pageMarks: [String: PageList.Marks] {
        if let known = knownMarks.withLock({ $0 }) { return known }
        let marks = PageList(context: self).marks
        knownMarks.withLock { $0 = marks }
        return marks
    }

    /// The rights of the requester, without changes while the program's file cannot be read.
    var rights: Rights {
        var rights = view.rights
        if host.problems.isFileUnreadable { rights.mayEdit = false }
        return rights
    }
    var labels: LabelResolver { face.labels }
    var words: PageWords { face.words }
    var problemWords: ProblemWords { face.problemWords }
    var problems: PageProblems { host.problems }
    var look: Look { host.look }
    var base: BasePath { view.base }
    var renderers: [String: any ControlRenderer] { host.renderers }
    var provided: @Sendable (String) -> Value? { host.provided }
    var optionsFailure: @Sendable (String) -> String? { host.optionsFailure }
    var isProviding: Bool { host.isProviding }
    var hasSignIn: Bool { host.hasSignIn }
    var moment: Int? { host.moment }
    var wentBack: [String: Date] { host.wentBack }
    var clock: PageClock { host.clock }
    var now: Date { host.now }
    var overview: OverviewSource? { host.overview }

    /// The page must fit `typed`, although these values are not stored.
    init(
        _ view: SettingsView, _ face: PageFace, level: Schema.Level, in host: PageHost,
        typed: [Assignment] = [], details: Details? = nil, search: SearchResult? = nil,
        opened: String? = nil
    ) {
        self.view = view
        snapshot = view.snapshot
        schema = view.schema
        self.face = face
        self.level = level
        self.host = host
        self.details = details
        self.search = search
        self.opened = opened
        locale = face.labels.locale
        locales = host.locales ?? view.schema.locales(with: view.snapshot.labels)
        rules = typed.isEmpty ? view.snapshot.rules : view.snapshot.rules(with: typed)
        hidesNothing = rules.hidden.isEmpty
    }

    var savesExplicitly: Bool { schema.saveMode == .explicit }

    func renderer(of item: Schema.Item?) -> (any ControlRenderer)? {
        schema.renderer(of: item, renderers)
    }

    func showing(
        _ face: PageFace, level: Schema.Level? = nil, typed: [Assignment] = [],
        search: SearchResult? = nil, opened: String? = nil
    ) -> PageContext {
        PageContext(
            view, face, level: level ?? self.level, in: host, typed: typed, details: details,
            search: search, opened: opened)
    }

    func address(
        query: [(name: String, value: String)] = [], fragment: String? = nil
    ) -> URLReference {
        let searched = search.map { [(SearchQuery.parameter, $0.query.text)] } ?? []
        return base.path(
            segments: Route.segments(of: face.page), query: searched + query, fragment: fragment)
    }

    func isBeyondLevel(_ key: String) -> Bool {
        guard level == .basic else { return false }
        let group = schema.settings[key]?.groupKey ?? schema.items[key]?.groupKey
        return schema.items[key]?.level == .advanced
            || schema.groups.first { $0.key == group }?.level == .advanced
    }

    func isWithheld(_ key: String) -> Bool { view.isWithheld(key) }

    func isVisible(_ key: String) -> Bool { hidesNothing || rules.isVisible(key) }

    func isEnabled(_ item: Schema.Item) -> Bool {
        rights.mayEdit && rules.isEnabled(item) && !isWithoutAction(item)
    }

    func isWithoutAction(_ item: Schema.Item) -> Bool {
        item.control.isAction && item.url == nil && !host.hasAction(item)
    }

    var direction: Direction { locale.isRightToLeft ? .rtl : .ltr }

    func optionTitle(_ value: Value, of setting: Schema.Setting) -> String? {
        if setting.control == .select, case .text(let key) = value {
            return schema.items[key].map { labels.title(of: $0).text }
        }
        guard let item = schema.items[setting.key] else { return nil }
        return item.options.first { $0.value == value }.map { labels.title(of: $0, in: item).text }
    }

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

    /// `asValues` is for a script, which needs the values of options instead of their titles.
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
        case .row(let item):
            label = labels.title(of: item).text
            let part = sentence(for: problem.problem, in: item, label: label, asValues: asValues)
            if let part { return part }
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

    /// For an element of a list, a cell of a table or an input of an action; `nil` for any other problem.
    private func sentence(
        for problem: ValueProblem, in item: Schema.Item, label: String, asValues: Bool
    ) -> String? {
        var parameters = problem.parameters
        let column = parameters["column"]
        guard parameters["line"] ?? parameters["row"] ?? column != nil else { return nil }
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

    /// The schema's own error message fits: a value was sent, and it was not valid.
    private static func isAboutValue(_ code: ValueProblem.Code) -> Bool {
        [
            .notAnOption, .tooShort, .tooLong, .patternMismatch, .controlCharacter, .lineBreak,
            .notText, .notInteger, .notNumber, .tooSmall, .tooLarge, .notAStep, .tooPrecise,
            .notADuration, .notASize, .notADate, .notATime, .notADateTime, .timeDoesNotExist,
            .notAColor, .tooManyLines, .wrongType, .missingPart, .doesNotFit,
        ]
        .contains(code)
    }
}
