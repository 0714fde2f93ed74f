import Faceplate

/// The limits on the size of a form: at least the size of any form that the panel's own pages post.
///
/// The parts that depend only on the schema are computed once for each schema. A single value that is too large is
/// rejected by the rules of its setting, by name.
struct FormLimits: Sendable {
    /// In bytes.
    static let smallest = 1024 * 1024
    /// The size in bytes above which only files, and values that are already stored, are accepted.
    static let largestForRules = 64 * 1024 * 1024
    /// The size in bytes by which a file can exceed its limit and still be read, so that it is rejected by name.
    static let fileRoom = 8 * 1024 * 1024
    /// The size in bytes of one byte of UTF-8 text in a percent-encoded form.
    private static let encodedByte = 3

    let digest: String
    /// The number of fields without list elements: one for each key, and those of the empty rows of lists.
    private let fields: Int
    /// `width` is the number of fields that one element has.
    private let lists: [(setting: Schema.Setting, width: Int)]
    /// The size in bytes of a form with files and the longest value of each setting that has a maximum length.
    private let longest: Int

    init(_ snapshot: Snapshot) {
        let schema = snapshot.schema
        digest = snapshot.digest
        var fields = schema.keys.count
        var lists: [(setting: Schema.Setting, width: Int)] = []
        var longest = 0
        var files = 0
        for setting in schema.settings {
            let size = setting.rules.longestFormSize ?? 0
            if setting.control == .editFile { files += size } else { longest += size }
            longest += 2 * setting.key.utf8.count + 256
            if CompanionField.isUsed(by: setting.control) {
                fields += 2
                longest += 4 * setting.key.utf8.count + 256
            }
            let width = setting.rules.fieldsOfElement
            guard width > 0 else { continue }
            fields += width
            lists.append((setting, width))
        }
        for item in schema.items {
            for column in item.inputs?.columns ?? [] {
                fields += 1
                longest += column.rules.longestFormSize ?? 0
                longest += 2 * (item.key.utf8.count + column.key.utf8.count) + 256
            }
        }
        self.fields = fields
        self.lists = lists
        self.longest =
            min(longest, Self.largestForRules) + files + (files > 0 ? Self.fileRoom : 0)
    }

    /// Applies regardless of the current values.
    var bodySize: Int { max(Self.smallest, longest) }

    /// At least twice what its values need.
    func bodySize(_ snapshot: Snapshot) -> Int {
        let present = snapshot.schema.settings.reduce(0) { sum, setting in
            let text = snapshot.value(of: setting)?.plainText.utf8.count ?? 0
            return sum + text * Self.encodedByte + setting.key.utf8.count + 64
        }
        return max(bodySize, 2 * present)
    }

    /// 1,000, or twice the panel's fields with its list elements if that is more.
    func fieldCount(_ snapshot: Snapshot) -> Int {
        let elements = lists.reduce(0) { sum, list in
            let values = snapshot.value(of: list.setting).flatMap(list.setting.elements) ?? []
            return sum + values.count * list.width
        }
        return max(1_000, 2 * (fields + elements))
    }
}

struct BodyLimits: Sendable {
    /// In bytes.
    let size: Int
    let fields: Int

    /// Anyone can send the sign-in form.
    static let signIn = BodyLimits(size: 8 * 1_024, fields: 8)
}

extension Panel {
    private func formLimits(_ snapshot: Snapshot) -> FormLimits {
        limits.withLock { known in
            if let known, !known.digest.isEmpty, known.digest == snapshot.digest { return known }
            let made = FormLimits(snapshot)
            known = made
            return made
        }
    }

    func bodyLimits(for request: any PanelRequest) -> BodyLimits {
        let stated = request.header("content-length").flatMap { Int($0) }
        let present = request.body.isEmpty ? nil : request.body.count
        return bodyLimits(forLength: stated ?? present)
    }

    /// `length` is in bytes; `nil` when it is not known yet.
    func bodyLimits(forLength length: Int?) -> BodyLimits {
        let snapshot = appSnapshot
        let limits = formLimits(snapshot)
        let fields = limits.fieldCount(snapshot)
        // Adding up the current values is only needed for larger bodies.
        if let length, length <= limits.bodySize {
            return BodyLimits(size: limits.bodySize, fields: fields)
        }
        return BodyLimits(size: limits.bodySize(snapshot), fields: fields)
    }

    func tooLarge(_ request: RequestContext, limit: Int) -> PanelResponse {
        respond(to: request, 413, code: "too_large") { context in
            context.words.text(
                .formTooLarge, ["size": context.problemWords.roundedSize(limit)])
        }
    }
}
