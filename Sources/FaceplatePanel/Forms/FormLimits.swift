import Faceplate

/// How large a form may be: at least as large as anything that the panel's own pages post.
///
/// A part depends on the schema alone and is worked out once for each; a setting that is too large
/// is refused by its own rules, by name.
struct FormLimits: Sendable {
    /// In bytes: what any panel accepts.
    static let smallest = 1024 * 1024
    /// In bytes: more than this is accepted only for files, and for values that are stored already.
    static let largestForRules = 64 * 1024 * 1024
    /// In bytes: the room for a file over its limit, which is then refused by name.
    static let fileRoom = 8 * 1024 * 1024
    /// In bytes: a character of UTF-8 text in a percent-encoded form.
    private static let encodedByte = 3

    /// The digest of the schema that the limits are for.
    let digest: String
    /// One for each key, and those of the empty rows of lists.
    private let fields: Int
    /// The lists, with the number of fields that one element has.
    private let lists: [(setting: Schema.Setting, width: Int)]
    /// In bytes: a form with the longest value of each setting that has one, and with files.
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
            let width = setting.rules.fieldsOfElement
            guard width > 0 else { continue }
            fields += width
            lists.append((setting, width))
        }
        self.fields = fields
        self.lists = lists
        self.longest =
            min(longest, Self.largestForRules) + files + (files > 0 ? Self.fileRoom : 0)
    }

    /// In bytes: the limit that holds whatever the values are.
    var bodySize: Int { max(Self.smallest, longest) }

    /// In bytes: twice what the present values need, where that is more.
    func bodySize(_ snapshot: Snapshot) -> Int {
        let present = snapshot.schema.settings.reduce(0) { sum, setting in
            let text = snapshot.value(of: setting)?.plainText.utf8.count ?? 0
            return sum + text * Self.encodedByte + setting.key.utf8.count + 64
        }
        return max(bodySize, 2 * present)
    }

    /// 1,000 fields, or twice the panel's with the elements that its lists have.
    func fieldCount(_ snapshot: Snapshot) -> Int {
        let elements = lists.reduce(0) { sum, list in
            guard case .list(let values)? = snapshot.value(of: list.setting) else { return sum }
            return sum + values.count * list.width
        }
        return max(1_000, 2 * (fields + elements))
    }
}

extension Panel {
    /// The limits of the current schema.
    private func formLimits(_ snapshot: Snapshot) -> FormLimits {
        limits.withLock { known in
            if let known, !known.digest.isEmpty, known.digest == snapshot.digest { return known }
            let made = FormLimits(snapshot)
            known = made
            return made
        }
    }

    /// The most bytes that the body of a form may have.
    ///
    /// - Parameter length: the length that the request names; `nil` when it names none.
    func bodyLimit(for length: Int?) -> Int {
        let snapshot = settings.snapshot
        let limits = formLimits(snapshot)
        // Adding up the present values is spared where nobody needs it.
        if let length, length <= limits.bodySize { return limits.bodySize }
        return limits.bodySize(snapshot)
    }

    /// The most fields that a form may have.
    var fieldLimit: Int {
        let snapshot = settings.snapshot
        return formLimits(snapshot).fieldCount(snapshot)
    }

    /// The answer to a form that is too large to be read.
    func tooLarge(_ request: some PanelRequest, limit: Int) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        let size = context.problemWords.roundedSize(limit)
        return respond(
            to: request, 413, title: context.words[.errorsHeading],
            message: context.words.text(.formTooLarge, ["size": size]), code: "too_large",
            context: context, more: viewer.headers)
    }
}
