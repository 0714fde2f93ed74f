import Faceplate

/// A form as the panel reads it: assignments, what was pressed, and the panel's own fields.
struct FormPost: Sendable {
    /// The panel's own fields; their names start with `_`, which no key does.
    private enum Reserved: String, CaseIterable {
        case revision = "_revision"
        case locale = "_locale"
        case reset = "_reset"
        case clear = "_clear"
        case dryRun = "_dry_run"
    }

    /// Values, in the order sent; resets and removals last, so that they win over the value that a
    /// page sends along.
    private(set) var assignments: [Assignment] = []
    /// The button or link that was pressed.
    private(set) var pressed: Schema.Item?
    /// The revision that the page showed.
    private(set) var revision: Int?
    /// The language of the page that the form is from; its numbers are written that way.
    private(set) var locale: LocaleTag?
    private(set) var isDryRun = false
    /// Fields that are no setting and no field of the panel's own.
    private(set) var problems: [KeyProblem] = []
    /// What was typed, by setting; never a secret.
    private(set) var typed: [String: String] = [:]
    /// The secrets that were typed, by key; a page that comes back has their fields empty.
    private(set) var typedSecrets: Set<String> = []

    /// - Throws: `FormError` (400) where a field of the panel's own is not what it must be.
    init(_ fields: [FormField], schema: Schema) throws(FormError) {
        locale = fields.last { $0.name == Reserved.locale.rawValue }
            .flatMap { LocaleTag($0.value) }
        var last: [Assignment] = []
        for field in fields {
            guard field.name.utf8.first != UInt8(ascii: "_") else {
                try readReserved(field, into: &last)
                continue
            }
            read(field, schema)
        }
        assignments += last
        typedSecrets.subtract(last.map(\.key))
    }

    private mutating func readReserved(
        _ field: FormField, into last: inout [Assignment]
    ) throws(FormError) {
        switch Reserved(rawValue: field.name) {
        case .locale: break
        case .revision:
            guard let number = Int(field.value), number >= 0 else {
                throw FormError(
                    status: 400,
                    message: "'_revision' must be the number of a revision, like 7.")
            }
            revision = number
        case .reset: last.append(Assignment(field.value, .reset))
        case .clear: last.append(Assignment(field.value, .clear))
        case .dryRun:
            guard ["1", "0", "true", "false"].contains(field.value) else {
                throw FormError(status: 400, message: "'_dry_run' must be 1 or 0.")
            }
            isDryRun = field.value == "1" || field.value == "true"
        case nil:
            let nearest = NearestWord.to(field.name, among: Reserved.allCases.map(\.rawValue))
            problems.append(
                KeyProblem(key: field.name, problem: ValueProblem(.unknownKey), nearest: nearest))
        }
    }

    private mutating func read(_ field: FormField, _ schema: Schema) {
        let reference = schema.reference(field.name)
        if case .row(let item) = reference, item.control.isAction {
            guard item.url == nil, field.value == "press" else {
                problems.append(KeyProblem(key: field.name, problem: ValueProblem(.notAnAction)))
                return
            }
            pressed = item
            return
        }
        guard field.fileName == nil || reference == nil else {
            problems.append(KeyProblem(key: field.name, problem: ValueProblem(.notText)))
            return
        }
        switch reference {
        case .setting(let setting) where !setting.isSecret: typed[setting.key] = field.value
        case .setting(let setting) where !field.value.isEmpty: typedSecrets.insert(setting.key)
        default: break
        }
        assignments.append(Assignment(field.name, .text(field.value, locale: locale)))
    }
}
