import Faceplate

/// A form as the panel reads it: assignments, what was pressed, and the panel's own fields.
struct FormPost: Sendable {
    /// The panel's own fields; their names start with `_`, which no key does.
    private enum Reserved: String, CaseIterable {
        case revision = "_revision"
        case locale = "_locale"
        case reset = "_reset"
        case clear = "_clear"
        case add = "_add"
        case remove = "_remove"
        case move = "_move"
        case step = "_step"
        case confirm = "_confirm"
        case preview = "_preview"
        case review = "_review"
        case keeps = "_keeps"
        case dryRun = "_dry_run"
        case undo = "_undo"
        case restore = "_restore"
        case done = "_done"
        case sync = "_sync"
        /// With a key in brackets.
        case keep = "_keep"
    }

    static let resetField = Reserved.reset.rawValue
    static let clearField = Reserved.clear.rawValue
    static let previewField = Reserved.preview.rawValue
    static let confirmField = Reserved.confirm.rawValue

    /// What a post asks for that saves nothing.
    enum Rehearsal: Sendable {
        /// The page that the fields would lead to.
        case page
        /// The same, with what is wrong with them and what others have changed meanwhile.
        case check
        /// The page as typed, with a list of what would change.
        case review
    }

    /// Values, in the order sent; resets and removals last, so that they win over the value that a
    /// page sends along.
    var assignments: [Assignment] = []
    /// The button or link that was pressed.
    private(set) var pressed: Schema.Item?
    /// The state that the button was in on the page; `nil` where the sender does not say.
    private(set) var pressedState: String?
    /// The revision that the page showed.
    private(set) var revision: Int?
    /// The language of the page that the form is from; its numbers are written that way.
    private(set) var locale: LocaleTag?
    private(set) var isDryRun = false
    /// Whether the sender is done with the panel, once all is saved.
    private(set) var isDone = false
    /// Whether everything is to be shared with other machines once all is saved.
    private(set) var wantsSync = false
    /// The key of the action, reset or removal that the person has confirmed.
    private(set) var confirmed: String?
    /// The list whose button was pressed, where the page goes on.
    private(set) var edited: String?
    /// What of history is to be taken back.
    private(set) var reversal: PostedReversal?
    /// Whose value is kept of settings that were in conflict, by the key of the setting.
    private(set) var choices: [String: Batch.Choice] = [:]
    /// What is only to be shown, and not saved; `nil` where it is to be saved.
    private(set) var rehearsal: Rehearsal?
    /// Whether the sender still has what was typed, secrets and files too, when it is refused.
    private(set) var keepsTyped = false
    /// Fields that are no setting and no field of the panel's own.
    private(set) var problems: [KeyProblem] = []
    /// What was typed, by setting; never a secret.
    private(set) var typed: [String: FormFields] = [:]
    /// The secrets that were typed, by key; a page that comes back has their fields empty.
    private(set) var typedSecrets: Set<String> = []

    /// - Throws: `FormError` (400) where a field of the panel's own is not what it must be.
    init(_ posted: [FormField], schema: Schema) throws(FormError) {
        try Self.refuseContradictions(in: posted)
        locale = posted.last { $0.name == Reserved.locale.rawValue }
            .flatMap { LocaleTag($0.value) }
        var last: [Assignment] = []
        var fields = OrderedFields(locale: locale, schema: schema)
        for field in posted {
            guard field.name.utf8.first != UInt8(ascii: "_") else {
                try readReserved(field, schema, into: &last, &fields)
                continue
            }
            read(field, schema, into: &fields)
        }
        assignments = fields.assignments + last
        typed = fields.typed
        typedSecrets = fields.typedSecrets.subtracting(last.map(\.key))
    }

    private mutating func readReserved(
        _ field: FormField, _ schema: Schema, into last: inout [Assignment],
        _ fields: inout OrderedFields
    ) throws(FormError) {
        let name = BracketName(reading: field.name)
        if name?.base == Reserved.keep.rawValue, case .name(let key)? = name?.parts.first {
            return try choose(key, field, schema)
        }
        switch Reserved(rawValue: field.name) {
        case .locale: break
        case .undo: reversal = try PostedReversal(undo: field)
        case .restore: reversal = try PostedReversal(restore: field)
        case .revision:
            guard let number = Int(field.value), number >= 0 else {
                throw FormError(
                    status: 400,
                    message: "'_revision' must be the number of a revision, like 7.")
            }
            revision = number
        case .reset: last.append(Assignment(field.value, .reset))
        case .clear: last.append(Assignment(field.value, .clear))
        case .dryRun: isDryRun = try Self.flag(field)
        case .done: isDone = try Self.flag(field)
        case .sync:
            guard field.value == "now" else {
                throw FormError(status: 400, message: "'_sync' must be 'now'.")
            }
            wantsSync = true
        case .confirm: confirmed = field.value
        case .preview:
            guard ["1", "check"].contains(field.value) else {
                throw FormError(status: 400, message: "'_preview' must be 1 or 'check'.")
            }
            rehearsal = field.value == "check" ? .check : .page
        case .review: if try Self.flag(field) { rehearsal = .review }
        case .keeps: keepsTyped = try Self.flag(field)
        case .remove: edit(field, ListEdit.removal(field.value), &fields)
        case .move: edit(field, ListEdit.move(field.value), &fields)
        case .add: add(field.value, schema, &fields)
        case .step: try step(field, &fields)
        case .keep, nil:
            let nearest = NearestWord.to(field.name, among: Reserved.allCases.map(\.rawValue))
            problems.append(
                KeyProblem(key: field.name, problem: ValueProblem(.unknownKey), nearest: nearest))
        }
    }

    /// Whose value of a setting is kept that two sides changed.
    private mutating func choose(
        _ key: String, _ field: FormField, _ schema: Schema
    ) throws(FormError) {
        let choice = try Batch.Choice(field)
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): choices[setting.key] = choice
        // A reversal may be about a key that the schema does not have.
        case .row, nil: choices[key] = choice
        }
    }

    /// A button beside an element of a list.
    private mutating func edit(
        _ field: FormField, _ edit: (key: String, edit: ListEdit)?, _ fields: inout OrderedFields
    ) {
        guard let edit else {
            let problem = ValueProblem(.noSuchElement, ["index": field.value])
            problems.append(KeyProblem(key: field.name, problem: problem))
            return
        }
        edited = edit.key
        fields.edit(edit.key, edit.edit)
    }

    /// A button beside a number.
    private func step(
        _ field: FormField, _ fields: inout OrderedFields
    ) throws(FormError) {
        let parts = field.value.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, ["up", "down"].contains(parts[1]) else {
            throw FormError(
                status: 400,
                message: "'_step' must be a key with ':up' or ':down', like 'volume:up'.")
        }
        fields.step(String(parts[0]), by: parts[1] == "up" ? 1 : -1)
    }

    /// The button of a list for one more: what stands in its empty row is saved as any other field.
    ///
    /// A picker's keeps the value of one's own among its options.
    private mutating func add(
        _ key: String, _ schema: Schema, _ fields: inout OrderedFields
    ) {
        guard case .setting(let setting)? = schema.reference(key) else {
            let nearest = NearestWord.to(key, among: schema.keys)
            problems.append(
                KeyProblem(key: key, problem: ValueProblem(.unknownKey), nearest: nearest))
            return
        }
        edited = setting.key
        if schema.items[setting.key]?.addsOptions == true {
            fields.addOwn(key)
        } else if !setting.control.isList {
            problems.append(KeyProblem(key: key, problem: ValueProblem(.notAList)))
        }
    }

    private mutating func read(
        _ field: FormField, _ schema: Schema, into fields: inout OrderedFields
    ) {
        if let item = schema.items[field.name], item.control.isAction {
            // `press`, or `press:STATE` where a page says what it showed.
            let parts = field.value.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let state = parts.count > 1 ? String(parts[1]) : nil
            guard item.url == nil, parts.first == "press",
                state.map({ name in item.states.contains { $0.name == name } }) ?? true
            else {
                problems.append(KeyProblem(key: field.name, problem: ValueProblem(.notAnAction)))
                return
            }
            (pressed, pressedState) = (item, state)
            return
        }
        fields.add(field)
    }
}

/// The fields of a form by the setting that they are about, in the order of the first of each.
struct OrderedFields {
    private let locale: LocaleTag?
    private let schema: Schema
    private var keys: [String] = []
    private var fields: [String: FormFields] = [:]
    /// The secrets that were typed.
    private(set) var typedSecrets: Set<String> = []

    init(locale: LocaleTag?, schema: Schema) {
        self.locale = locale
        self.schema = schema
    }

    /// Takes a field as it was sent.
    mutating func add(_ field: FormField) {
        if let name = field.fileName {
            // A file field in which nobody chose a file.
            guard !name.isEmpty || !field.data.isEmpty else { return }
            change(field.name) {
                $0.file = FormFields.File(name: name, type: field.mediaType, bytes: field.data)
            }
        } else if let name = BracketName(reading: field.name), !name.parts.isEmpty {
            change(name.base) { $0.parts.append(FormFields.Part(name.parts, field.value)) }
        } else {
            change(field.name) { $0.texts.append(field.value) }
        }
        if let setting = schema.settings[field.name], setting.isSecret, !field.value.isEmpty {
            typedSecrets.insert(setting.key)
        }
    }

    /// Takes the press of a button beside an element.
    mutating func edit(_ key: String, _ edit: ListEdit) {
        change(key) { $0.edits.append(edit) }
    }

    /// Takes the press of a button beside a number.
    mutating func step(_ key: String, by count: Int) {
        change(key) { $0.steps += count }
    }

    /// Takes the press of a picker's button that keeps a value of one's own among its options.
    mutating func addOwn(_ key: String) {
        change(key) { $0.addsOwn = true }
    }

    private mutating func change(_ key: String, _ body: (inout FormFields) -> Void) {
        if fields[key] == nil { keys.append(key) }
        body(&fields[key, default: FormFields(locale: locale)])
    }

    /// One assignment a setting.
    var assignments: [Assignment] {
        keys.flatMap { key -> [Assignment] in
            guard let fields = fields[key] else { return [] }
            guard needsAll(fields, key) else {
                return fields.texts.last.map { [Assignment(key, .text($0, locale: locale))] } ?? []
            }
            return [Assignment(key, .form(fields))]
        }
    }

    /// Whether one text is not all that counts.
    private func needsAll(_ fields: FormFields, _ key: String) -> Bool {
        let isList = schema.settings[key]?.takesSeveralFields ?? false
        return isList || fields.file != nil || fields.addsOwn || fields.steps != 0
            || !fields.parts.isEmpty || !fields.edits.isEmpty
    }

    /// What was typed, by the key of its setting; never a secret.
    var typed: [String: FormFields] {
        keys.reduce(into: [:]) { typed, key in
            guard case .setting(let setting) = schema.reference(key), !setting.isSecret else {
                return
            }
            typed[setting.key] = fields[key]
        }
    }
}
