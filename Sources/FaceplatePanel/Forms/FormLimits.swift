import Faceplate

/// How large a form may be; both limits grow with the panel.
struct FormLimits {
    /// How many fields the pages have: one a setting, and those of the lists as they are now.
    private let fields: Int
    /// The sizes in bytes that files may have, together.
    private let files: Int

    init(_ snapshot: Snapshot) {
        let schema = snapshot.schema
        var fields = schema.keys.count
        var files = 0
        for setting in schema.settings {
            switch (setting.rules as? CustomRules)?.base ?? setting.rules {
            case let rules as FileRules: files += rules.maximumSize
            case let rules as TableRules:
                fields += rules.columns.count * (Self.count(snapshot.value(of: setting)) + 1)
            case is ListRules: fields += Self.count(snapshot.value(of: setting)) + 1
            default: break
            }
        }
        self.fields = fields
        self.files = files
    }

    private static func count(_ value: Value?) -> Int {
        if case .list(let values)? = value { values.count } else { 0 }
    }

    /// In bytes: 64 KiB, or 256 bytes a field; and what files need, in base64 too.
    var bodySize: Int { max(64 * 1024, 256 * fields) + files + files / 5 * 2 }

    /// 1,000 fields, or twice the panel's.
    var fieldCount: Int { max(1_000, 2 * fields) }
}

extension Panel {
    /// How many bytes the body of a form may have.
    var bodyLimit: Int { FormLimits(settings.snapshot).bodySize }

    /// How many fields a form may have.
    var fieldLimit: Int { FormLimits(settings.snapshot).fieldCount }
}
