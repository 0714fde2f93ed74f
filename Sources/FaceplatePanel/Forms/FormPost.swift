import Faceplate

struct FormPost: Sendable {
    /// The names start with `_`, which no key does.
    private enum Reserved: String, CaseIterable {
        /// The revision that the sender saw; with a key in brackets (`_revision[KEY]`), for one setting.
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
        case typed = "_typed"
        case undo = "_undo"
        case restore = "_restore"
        case done = "_done"
        case sync = "_sync"
        case press = "_press"
        /// Makes a temporary value permanent, or confirms all changes (`*`); with a key in brackets (`_keep[KEY]`), chooses
        /// a side of a conflict.
        case keep = "_keep"
        case end = "_end"
    }

    /// Names that a page still sends if it was open during an update.
    private static let formerNames = ["_keeps": Reserved.typed.rawValue]

    static let resetField = Reserved.reset.rawValue
    static let clearField = Reserved.clear.rawValue
    static let previewField = Reserved.preview.rawValue
    static let confirmField = Reserved.confirm.rawValue
    static let pressField = Reserved.press.rawValue
    static let noteField = ChangeOptions.note.formName

    /// The kind of response to a post that saves nothing.
    enum Rehearsal: Sendable {
        /// The page to which the fields would lead.
        case page
        /// The same page, with the problems of the fields and with changes that others made in the meantime.
        case check
        /// The page with the typed values and a list of the changes that a save would make.
        case review
    }

    /// In the order sent; resets and removals are last, so that they override the values that a page sends with them.
    var assignments: [Assignment] = []
    private(set) var pressed: Schema.Item?
    /// By its name; `nil` for the whole row.
    private(set) var pressedPart: String?
    /// As the page shows it; `nil` when the sender does not state it.
    private(set) var pressedState: String?
    /// By button, as they were sent.
    ///
    /// Inputs of a button that is not pressed are ignored, because a page posts all of its fields.
    private var inputs: [String: FormFields] = [:]
    private var inputJSON: JSONValue?
    private(set) var revision: Int?
    /// By key, the revisions at which the page showed single settings.
    private(set) var revisions: [String: Int] = [:]
    /// Of the page with the form, in which its numbers are written.
    private(set) var locale: LocaleTag?
    private(set) var options = ChangeOptions()
    /// True if the user leaves the panel after the save.
    private(set) var isDone = false
    /// With other machines, after the save.
    private(set) var wantsSync = false
    var lifetimes: [String: Duration] = [:]
    /// The key of the action, reset or removal that the user has confirmed.
    private(set) var confirmed: String?
    /// The list or picker whose button was pressed, at which the page continues.
    private(set) var edited: String?
    private(set) var reversal: Reversal?
    /// The name of the field or the member that has the reversal.
    private(set) var reversalName: String?
    /// The key that is undone alone, or the name of the reversal.
    var reversed: String? {
        if case .undo(_, let key?)? = reversal?.extent { key } else { reversalName }
    }
    private(set) var choices: [String: Batch.Choice] = [:]
    private(set) var rehearsal: Rehearsal?
    /// True when the sender retains the typed values, including secrets and files, if the post is rejected.
    private(set) var keepsTyped = false
    /// The problems of fields that are neither a setting nor a field of the panel.
    private(set) var problems: [KeyProblem] = []
    /// By setting, without secrets.
    private(set) var typed: [String: FormFields] = [:]
    /// Their fields are empty on a page that is shown again.
    private(set) var typedSecrets: Set<String> = []
    /// The keys as the sender has written them, by the key of the setting, for fields that are not assignments.
    private(set) var written: [String: String] = [:]

    private(set) var source: PostedChanges.Source?
    /// True when the sender writes the messages itself, from the parameters of the problems.
    private(set) var wantsDetails = false

    init(_ changes: PostedChanges, _ options: ChangeOptions) {
        self.init(changes.assignments, options)
        (reversal, reversalName) = (changes.reversal, changes.reversal?.extent.name)
        source = changes.source
        wantsDetails = true
    }

    init(undoing changes: PostedChanges, _ options: ChangeOptions) {
        self.init([], options)
        (reversal, reversalName) = (changes.reversal, "revision")
    }

    init(
        _ assignments: [Assignment], pressing item: Schema.Item? = nil, part: String? = nil,
        inputs: JSONValue? = .none, _ options: ChangeOptions
    ) {
        self.options = options
        inputJSON = inputs
        self.assignments = assignments
        pressed = item
        pressedPart = part
    }

    init(_ posted: [FormField], schema: Schema) throws(FormError) {
        try Self.refuseContradictions(in: posted)
        locale = posted[Reserved.locale.rawValue].flatMap { LocaleTag($0) }
        var last: [Assignment] = []
        var fields = OrderedFields(locale: locale, schema: schema)
        for field in posted {
            guard field.name.utf8.first != UInt8(ascii: "_") else {
                try readReserved(field, schema, into: &last, &fields)
                continue
            }
            read(field, schema, into: &fields)
        }
        fields.chooseTexts()
        assignments = fields.assignments + last
        typed = fields.typed.merging(typedInputs(of: schema)) { $1 }
        typedSecrets = fields.typedSecrets.subtracting(last.map { schema.settingKey(of: $0.key) })
    }

    private mutating func readReserved(
        _ field: FormField, _ schema: Schema, into last: inout [Assignment],
        _ fields: inout OrderedFields
    ) throws(FormError) {
        let name = BracketName(reading: field.name)
        if let name, case .name(let key)? = name.parts.first {
            if name.base == Reserved.keep.rawValue { return try choose(key, field, schema) }
            if name.base == ChangeOptions.lifetime.formName { return try limit(key, field, schema) }
            if name.base == Reserved.revision.rawValue {
                revisions[schema.settingKey(of: key)] = try Self.revision(field)
                return
            }
        }
        if let option = ChangeOptions.fields.first(where: { $0.formName == field.name }) {
            return try Self.read(option, field, into: &options)
        }
        switch Reserved(rawValue: Self.formerNames[field.name] ?? field.name) {
        case .locale: break
        case .undo: reverse(try Reversal.Extent(undo: field), field)
        case .restore: reverse(try Reversal.Extent(restore: field), field)
        case .revision: revision = try Self.revision(field)
        case .reset: last.append(Assignment(field.value, .reset))
        case .clear: last.append(Assignment(field.value, .clear))
        case .end: last.append(Assignment(field.value, .goBack))
        case .keep: last.append(Assignment(field.value, .keep))
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
        case .typed: keepsTyped = try Self.flag(field)
        case .remove: edit(field, ListEdit.removal(field.value), schema, &fields)
        case .move: edit(field, ListEdit.move(field.value), schema, &fields)
        case .add: add(field.value, schema, &fields)
        case .step: try step(field, &fields)
        case .press: try press(field, schema)
        case nil:
            let names = Reserved.allCases.map(\.rawValue) + ChangeOptions.fields.map(\.formName)
            let nearest = NearestWord.to(field.name, among: names)
            problems.append(
                KeyProblem(key: field.name, problem: ValueProblem(.unknownKey), nearest: nearest))
        }
    }

    static func read<Input>(
        _ member: InputField<Input>, _ field: FormField, into input: inout Input
    ) throws(FormError) {
        do throws(MalformedParameter) {
            try member.read(field.value, into: &input)
        } catch {
            throw FormError(status: 400, message: "'\(field.name)' \(error.rule).")
        }
    }

    mutating func settingKey(of key: String, _ schema: Schema) -> String {
        let current = schema.settingKey(of: key)
        written[current] = key
        return current
    }

    private mutating func reverse(_ extent: Reversal.Extent, _ field: FormField) {
        (reversal, reversalName) = (Reversal(extent), field.name)
    }

    private mutating func press(_ field: FormField, _ schema: Schema) throws(FormError) {
        let (key, part) = field.value.halves(at: ":")
        guard let part, !key.isEmpty, !part.isEmpty else {
            throw FormError(
                status: 400,
                message: "'_press' must be a key with a part of its row, like 'cover:play'.")
        }
        guard let item = schema.items[key] else {
            let nearest = NearestWord.to(key, among: schema.items.keys)
            problems.append(
                KeyProblem(key: key, problem: ValueProblem(.unknownKey), nearest: nearest))
            return
        }
        (pressed, pressedPart) = (item, part)
    }

    private mutating func choose(
        _ key: String, _ field: FormField, _ schema: Schema
    ) throws(FormError) {
        // A reversal can concern a key that the schema no longer has.
        choices[settingKey(of: key, schema)] = try Batch.Choice(field)
    }

    private static func revision(_ field: FormField) throws(FormError) -> Int {
        guard let number = Int(field.value), number >= 0 else {
            throw FormError(
                status: 400,
                message: "'\(field.name)' must be the number of a revision, like 7.")
        }
        return number
    }

    private mutating func edit(
        _ field: FormField, _ edit: (key: String, edit: ListEdit)?, _ schema: Schema,
        _ fields: inout OrderedFields
    ) {
        guard let edit else {
            let problem = ValueProblem(.noSuchElement, ["index": field.value])
            problems.append(KeyProblem(key: field.name, problem: problem))
            return
        }
        edited = settingKey(of: edit.key, schema)
        fields.change(edit.key) { $0.edits.append(edit.edit) }
    }

    private func step(
        _ field: FormField, _ fields: inout OrderedFields
    ) throws(FormError) {
        let (key, way) = field.value.halves(at: ":")
        guard !key.isEmpty, way == "up" || way == "down" else {
            throw FormError(
                status: 400,
                message: "'_step' must be a key with ':up' or ':down', like 'volume:up'.")
        }
        fields.change(key) { $0.steps += way == "up" ? 1 : -1 }
    }

    /// The value in the empty row is saved like any other field; a picker adds its custom value to its options.
    private mutating func add(
        _ key: String, _ schema: Schema, _ fields: inout OrderedFields
    ) {
        guard case .setting(let setting)? = schema.reference(key) else {
            let nearest = NearestWord.to(key, among: schema.keys)
            problems.append(
                KeyProblem(key: key, problem: ValueProblem(.unknownKey), nearest: nearest))
            return
        }
        edited = settingKey(of: key, schema)
        if schema.items[setting.key]?.addsOptions == true {
            fields.change(key) { $0.addsOwn = true }
        } else if !setting.control.isList {
            problems.append(KeyProblem(key: key, problem: ValueProblem(.notAList)))
        }
    }

    private mutating func read(
        _ field: FormField, _ schema: Schema, into fields: inout OrderedFields
    ) {
        if let item = schema.items[field.name], item.control.isAction {
            // The value is `press`, or `press:STATE` when the page states which state it showed.
            let (press, state) = field.value.halves(at: ":")
            guard item.url == nil, press == "press",
                state.map({ name in item.states.contains { $0.name == name } }) ?? true
            else {
                problems.append(KeyProblem(key: field.name, problem: ValueProblem(.notAnAction)))
                return
            }
            (pressed, pressedState) = (item, state)
            return
        }
        if let name = BracketName(reading: field.name), !name.parts.isEmpty,
            schema.items[name.base]?.inputs != nil
        {
            inputs[name.base, default: FormFields(locale: locale)].parts.append(
                FormFields.Part(name.parts, field.value))
            return
        }
        fields.add(field)
    }

    private func typedInputs(of schema: Schema) -> [String: FormFields] {
        inputs.reduce(into: [:]) {
            $0[$1.key] = schema.items[$1.key]?.inputs?.withoutSecrets($1.value)
        }
    }

    /// Returns what the pressed button asks for; empty for one that asks for nothing.
    func inputs(of item: Schema.Item) throws(ValueProblem) -> [String: Value] {
        guard let asked = item.inputs else { return [:] }
        if let inputJSON { return try asked.values(fromJSON: inputJSON) }
        return try asked.values(of: inputs[item.key])
    }
}

/// In the order in which each setting first occurs.
struct OrderedFields {
    private let locale: LocaleTag?
    private let schema: Schema
    private var keys: [String] = []
    private var fields: [String: FormFields] = [:]
    private(set) var typedSecrets: Set<String> = []

    init(locale: LocaleTag?, schema: Schema) {
        self.locale = locale
        self.schema = schema
    }

    mutating func add(_ field: FormField) {
        if let name = field.fileName {
            // A file field in which no file was chosen.
            guard !name.isEmpty || !field.data.isEmpty else { return }
            change(field.name) {
                $0.file = FormFields.File(name: name, type: field.mediaType, bytes: field.data)
            }
        } else if let name = BracketName(reading: field.name), !name.parts.isEmpty {
            change(name.base) { $0.parts.append(FormFields.Part(name.parts, field.value)) }
        } else {
            change(field.name) { $0.texts.append(field.value) }
        }
        if !field.value.isEmpty, let setting = setting(field.name), setting.isSecret {
            typedSecrets.insert(setting.key)
        }
    }

    mutating func chooseTexts() {
        for key in keys {
            guard let control = setting(key)?.control, CompanionField.isUsed(by: control)
            else { continue }
            fields[key]?.chooseText(isNumber: control == .slider)
        }
    }

    mutating func change(_ key: String, _ body: (inout FormFields) -> Void) {
        if fields[key] == nil { keys.append(key) }
        body(&fields[key, default: FormFields(locale: locale)])
    }

    var assignments: [Assignment] {
        keys.flatMap { key -> [Assignment] in
            guard let fields = fields[key] else { return [] }
            guard needsAll(fields, key) else {
                return fields.texts.last.map { [Assignment(key, .text($0, locale: locale))] } ?? []
            }
            return [Assignment(key, .form(fields))]
        }
    }

    /// A setting can need all of its fields, not only the text of the last one.
    private func needsAll(_ fields: FormFields, _ key: String) -> Bool {
        let isList = setting(key)?.takesSeveralFields ?? false
        return isList || fields.file != nil || fields.addsOwn || fields.steps != 0
            || !fields.parts.isEmpty || !fields.edits.isEmpty
    }

    var typed: [String: FormFields] {
        keys.reduce(into: [:]) { typed, key in
            guard let setting = setting(key), !setting.isSecret else { return }
            typed[setting.key] = fields[key]
        }
    }

    /// A page of before can have a former key.
    private func setting(_ key: String) -> Schema.Setting? {
        guard case .setting(let setting)? = schema.reference(key) else { return nil }
        return setting
    }
}
