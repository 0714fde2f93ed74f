struct SourceWriter {
    private(set) var text = ""
    private var depth = 0
    private let access: String

    init(access: KeysGenerator.Access) {
        self.access = access == .public ? "public " : ""
    }

    mutating func write(
        _ declarations: KeyDeclarations, typeName: String, file: String, title: String
    ) {
        text = GeneratedFile.head
        line("\(file) by faceplate. Change that file, not this one.")
        line("")
        line("\(access)import Faceplate")
        if !declarations.choices.isEmpty || !declarations.records.isEmpty {
            line("")
            comment("The types of the settings of \(title)")
            block("\(access)enum \(typeName)") { writer in
                writer.types(declarations.choices, declarations.records)
            }
        }
        let settings = declarations.keys.filter { $0.type != nil }
        if !settings.isEmpty {
            line("")
            block("extension SettingKey") { writer in
                writer.separated(settings) { $0.key($1) }
            }
        }
        let secrets = declarations.keys.filter { $0.type == nil }
        guard !secrets.isEmpty else { return }
        line("")
        block("extension SecretKey") { writer in
            writer.separated(secrets) { $0.secret($1) }
        }
    }

    // MARK: - Keys

    private mutating func key(_ key: KeyDeclarations.Key) {
        guard let type = key.type else { return }
        comment(key.title, key.help, "`\(key.key)`")
        let name = SwiftLiteral.text(key.key)
        let arguments = key.fallback.map { "\(name), default: \($0)" } ?? name
        block("\(access)static var \(key.name): SettingKey<\(type.name)>") { writer in
            writer.line("SettingKey<\(type.name)>(\(arguments))")
        }
    }

    private mutating func secret(_ key: KeyDeclarations.Key) {
        comment(key.title, key.help, "`\(key.key)`")
        line("\(access)static let \(key.name) = SecretKey(\(SwiftLiteral.text(key.key)))")
    }

    // MARK: - Types

    private mutating func types(_ choices: [ChoiceType], _ records: [RecordType]) {
        separated(choices) { $0.choice($1) }
        if !choices.isEmpty, !records.isEmpty { line("") }
        separated(records) { $0.record($1) }
    }

    private mutating func choice(_ choice: ChoiceType) {
        comment(choice.title)
        let raw = choice.raw.rawValue
        block(
            "\(access)enum \(choice.name): RawRepresentable, SettingValue, Hashable, CaseIterable"
        ) { writer in
            for option in choice.cases {
                writer.comment(option.title)
                writer.line("case \(option.name)")
            }
            writer.comment("A value that the schema did not have when this was made")
            writer.line("case unknown(\(raw))")
            writer.line("")
            writer.comment("The options of the schema")
            let names = choice.cases.map { ".\($0.name)" }.joined(separator: ", ")
            writer.line("\(writer.access)static let allCases: [\(choice.name)] = [\(names)]")
            writer.line("")
            writer.comment("Takes any value")
            writer.initializer(of: choice, raw)
            writer.line("")
            writer.comment("The value as it is stored")
            writer.rawValue(of: choice, raw)
        }
    }

    private mutating func initializer(of choice: ChoiceType, _ raw: String) {
        block("\(access)init(rawValue: \(raw))") { writer in
            writer.line("switch rawValue {")
            for option in choice.cases {
                guard let literal = choice.rawLiteral(option.value) else { continue }
                writer.line("case \(literal): self = .\(option.name)")
            }
            writer.line("default: self = .unknown(rawValue)")
            writer.line("}")
        }
    }

    private mutating func rawValue(of choice: ChoiceType, _ raw: String) {
        block("\(access)var rawValue: \(raw)") { writer in
            writer.line("switch self {")
            for option in choice.cases {
                guard let literal = choice.rawLiteral(option.value) else { continue }
                writer.line("case .\(option.name): \(literal)")
            }
            writer.line("case .unknown(let rawValue): rawValue")
            writer.line("}")
        }
    }

    private mutating func record(_ record: RecordType) {
        comment("A row of \(record.title)")
        block("\(access)struct \(record.name): SettingRecord, Hashable") { writer in
            writer.separated(record.choices) { $0.choice($1) }
            if !record.choices.isEmpty { writer.line("") }
            for field in record.fields {
                writer.comment(field.title)
                writer.line("\(writer.access)var \(field.name): \(field.type.name)")
            }
            writer.line("")
            writer.comment("Makes a row")
            writer.memberwise(record)
            writer.line("")
            writer.comment("Reads a row; `nil` where a part is missing or of another type")
            writer.reading(record)
            writer.line("")
            writer.comment("The parts as they are stored")
            writer.parts(record)
        }
    }

    private mutating func memberwise(_ record: RecordType) {
        let parameters = record.fields.map { "\($0.name): \($0.type.name)" }
        block("\(access)init(\(parameters.joined(separator: ", ")))") { writer in
            for field in record.fields { writer.line("self.\(field.name) = \(field.name)") }
        }
    }

    private mutating func reading(_ record: RecordType) {
        block("\(access)init?(record: [String: Faceplate.Value])") { writer in
            let clauses = record.fields.map { field in
                "let \(field.name) = \(field.type.name)"
                    + "(settingValue: record[\(SwiftLiteral.text(field.key))])"
            }
            writer.line("guard \(clauses.joined(separator: ",\n\(writer.indent)    "))")
            writer.line("else { return nil }")
            let arguments = record.fields.map { "\($0.name): \($0.name)" }
            writer.line("self.init(\(arguments.joined(separator: ", ")))")
        }
    }

    private mutating func parts(_ record: RecordType) {
        block("\(access)var record: [String: Faceplate.Value]") { writer in
            writer.line("var parts: [String: Faceplate.Value] = [:]")
            for field in record.fields {
                writer.line(
                    "parts[\(SwiftLiteral.text(field.key))] = \(field.name).settingValue")
            }
            writer.line("return parts")
        }
    }

    // MARK: - Lines

    private var indent: String { String(repeating: "    ", count: depth) }

    private mutating func line(_ line: String) {
        text += line.isEmpty ? "\n" : indent + line + "\n"
    }

    private mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    private mutating func separated<Element>(
        _ elements: [Element], _ write: (inout SourceWriter, Element) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { line("") }
            write(&self, element)
        }
    }

    /// Writes a comment with paragraphs, the first of which is one sentence.
    private mutating func comment(_ paragraphs: String?...) {
        let lines = paragraphs.compactMap { $0.map(SwiftLiteral.comment) }.filter { !$0.isEmpty }
        for (index, line) in lines.enumerated() {
            if index > 0 { self.line("///") }
            self.line("/// \(line)\(Self.stop(line))")
        }
    }

    private static func stop(_ line: String) -> String {
        line.last.map { ".!?\u{2026}:`".contains($0) } ?? true ? "" : "."
    }
}
