import ArgumentParser
import Faceplate
import FaceplateHTML
import FaceplateSchema

struct CheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate schema files and their labels.",
        discussion: """
            Reports every problem with its location and exits with 1 if there is any. Unreadable \
            label files and missing labels are warnings on standard error. With --database, also \
            checks whether the database can migrate to each schema.

            Example:
              faceplate check garden.json
            """)

    @Argument(
        help: ArgumentHelp(
            "The schema files. (default: the schema stored in the database)",
            valueName: "schema"))
    var schemas: [String] = []

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let reports = schemas.isEmpty ? [try ofDatabase()] : schemas.map(ofFile)
        let isSound = reports.allSatisfy(\.isSound)
        if output.json {
            StandardStreams.result(
                ["ok": .boolean(isSound), "files": .array(reports.map(\.json))])
        } else {
            for report in reports { report.print() }
            Self.printSum(of: reports)
        }
        guard isSound else { throw ExitCode.refused }
    }

    private static func printSum(of reports: [CheckReport]) {
        let wrong = reports.filter { !$0.isSound }
        let count = wrong.map(\.problemCount).reduce(0, +)
        guard count > 1 else { return }
        StandardStreams.say(
            "\(ShownText.count(count, "problem")) in \(ShownText.count(wrong.count, "file")).")
    }

    private func ofFile(_ path: String) -> CheckReport {
        do throws(SchemaError) {
            let file = try SchemaFile(path: path)
            var report = CheckReport(
                path, file.schema, labels: file.schema.catalog(with: file.labels))
            report.labelProblems = file.labelProblems
            report.refuse(refusal(of: file))
            return report
        } catch {
            return CheckReport(path, problems: error.problems)
        }
    }

    /// `nil` if it can, or if `--database` is missing.
    private func refusal(of file: SchemaFile) -> StoreError? {
        guard let path = database.database else { return nil }
        do throws(StoreError) {
            _ = try Settings.plan(file.schema, labels: file.labels, at: path)
            return nil
        } catch {
            return error
        }
    }

    private func ofDatabase() throws -> CheckReport {
        let path = try database.path(schema: nil)
        let snapshot = try database.snapshot()
        return CheckReport(path, snapshot.schema, labels: snapshot.labels)
    }
}

struct CheckReport {
    let file: String
    private(set) var problems: [SchemaProblem] = []
    /// Faults that would show on the page: colors that are hard to read, markup that is removed, and
    /// items that wait for each other.
    private var faults: [String] = []
    var labelProblems: [SchemaFile.LabelProblem] = []
    private var missing: [(locale: LocaleTag, names: [String], percentage: Int)] = []
    private static let namedLabels = 5
    private var size = (groups: 0, items: 0, labels: 0)

    init(_ file: String, problems: [SchemaProblem]) {
        self.file = file
        self.problems = problems
    }

    init(_ file: String, _ schema: Schema, labels: LabelCatalog) {
        self.file = file
        let inventory = LabelInventory(schema, labels: labels)
        missing = inventory.locales.map {
            ($0, inventory.missing(in: $0).map(\.name), inventory.percentage(in: $0))
        }
        faults =
            schema.styleWarnings.map { key, sentence in
                key.isEmpty ? "panelStyle: \(sentence)" : "'\(key)': \(sentence)"
            }
            + schema.enablingCircles.map {
                "itemEnabledWhen: none of these can be changed before the others: \($0)."
            } + Self.markupFaults(schema, labels: labels, locales: inventory.locales)
        size = (schema.groups.count, schema.items.count, inventory.entries.count)
    }

    var isSound: Bool { problemCount == 0 }

    var problemCount: Int { problems.count + faults.count }

    private static func markupFaults(
        _ schema: Schema, labels: LabelCatalog, locales: [LocaleTag]
    ) -> [String] {
        let prose = schema.items.filter { $0.control == .html }
        guard !prose.isEmpty else { return [] }
        return locales.flatMap { locale in
            let words = LabelResolver(schema: schema, catalog: labels, locale: locale)
            return prose.flatMap { item in
                let text = (words.subtitle(of: item) ?? words.title(of: item)).text
                return RichText(text).problems.map { "'\(item.key)' (\(locale)): \($0)" }
            }
        }
    }

    mutating func refuse(_ error: StoreError?) {
        guard let error else { return }
        problems.append(
            SchemaProblem(
                path: "$", position: TextPosition(line: 1, column: 1), message: error.message))
    }

    func print() {
        for problem in labelProblems { StandardStreams.say("\(problem)") }
        for (locale, names, percentage) in missing where !names.isEmpty {
            let more = names.count > Self.namedLabels ? ", ..." : ""
            StandardStreams.say(
                "\(file): '\(locale)' lacks \(names.count) of \(size.labels) labels (it has "
                    + "\(percentage) %): \(names.prefix(Self.namedLabels).joined(separator: ", "))"
                    + "\(more).")
        }
        let terminal = Terminal.output
        let excerpt = problems.isEmpty ? nil : SourceExcerpt(path: file)
        for problem in problems {
            StandardStreams.result(problem.line(in: file, at: terminal))
            for line in excerpt?.text(of: problem) ?? [] {
                StandardStreams.result(terminal.styled(line, .dim))
            }
        }
        for fault in faults {
            StandardStreams.result(
                "\(file): \(terminal.styled("error:", .red)) \(ShownText.line(fault))")
        }
        if isSound {
            StandardStreams.result(
                "\(file): valid (\(ShownText.count(size.groups, "group")), "
                    + "\(ShownText.count(size.items, "item"))).")
        }
    }

    var json: JSONValue {
        [
            "file": .text(file), "problems": .array(problems.map { $0.json(in: nil) }),
            "faults": .array(faults.map(JSONValue.text)),
            "labelProblems": .array(
                labelProblems.map { ["file": .text($0.file), "message": .text($0.message)] }),
            "labelPercentages": .object(
                missing.map { ($0.locale.description, .number($0.percentage)) }),
            "missingLabels": .object(
                missing.map { ($0.locale.description, .number($0.names.count)) }),
        ]
    }
}
