import Faceplate
import FaceplateHTML

/// The field changes nothing when no file is chosen.
enum EditFileView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        let file = row.value.flatMap { FileRules.file(of: $0) }
        row.frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(row.lock == nil ? row.face.label : row.face.name)
                row.standingNotes(&html)
                if row.lock == nil, let rules = rules(of: row) {
                    html.element(
                        .p, .class("help"), .id("v-\(row.key)"),
                        text: hint(rules, row.context))
                }
            }
            if let lock = row.lock {
                html.element(.span, .class("v")) { html in
                    guard let file else { return html.text(row.words[.empty]) }
                    stored(file.name, size: file.bytes.count, row, &html)
                }
                row.lockNote(&html, lock)
                row.problem(&html)
            } else {
                field(row, file, &html)
                row.problem(&html)
                row.notes(&html)
            }
        }
    }

    private static func rules(of row: Row) -> FileRules? {
        if case .file(let rules)? = row.rulesKind { rules } else { nil }
    }

    private static func stored(
        _ name: String, size: Int, _ row: Row, _ html: inout Markup
    ) {
        html.element(.span, .class("file")) { html in
            html.element(
                .a, .href(row.context.base.path("files", row.key)),
                .aria("describedby", "l-\(row.key)")
            ) { $0.element(.bdi, text: name) }
            html.text(" ")
            html.element(
                .span, .class("help"), text: row.context.problemWords.roundedSize(size))
        }
    }

    private static func field(
        _ row: Row, _ file: (name: String, type: String, bytes: [UInt8])?, _ html: inout Markup
    ) {
        let types = rules(of: row)?.types ?? []
        html.element(.div, .class("ctl field pick")) { html in
            if let file {
                stored(file.name, size: file.bytes.count, row, &html)
            } else {
                html.element(.span, .class("file unset"), text: row.words[.fileNone])
            }
            var attributes: [Attribute] = [
                .type(.file), .id(row.face.controlID), .name(row.key),
            ]
            if !types.isEmpty { attributes.append(.accept(types.joined(separator: ","))) }
            if let most = rules(of: row)?.maximumSize { attributes += limit(most, row) }
            // A file field supports `required`, not aria-required.
            if row.isRequired, row.value == nil { attributes.append(.required(true)) }
            html.element(.label, .class("choose")) { html in
                html.element(
                    .span, .id("o-\(row.key).choose"),
                    text: row.words[file == nil ? .fileChoose : .fileReplace])
                let names = ["l-\(row.key)", "o-\(row.key).choose"]
                html.void(
                    .input,
                    attributes: attributes + [.aria("labelledby", ids: names)]
                        + row.describedBy(state: true))
            }
            remove(row, name: file?.name, &html)
        }
    }

    /// In bytes; JavaScript does not send a larger file.
    private static func limit(_ most: Int, _ row: Row) -> [Attribute] {
        let problem = ValueProblem(.tooLargeFile, ["maximum": String(most)])
        let sentence = row.context.problemWords.sentence(
            for: problem, label: row.face.texts.title.text)
        return [.data("max", String(most)), .data("large", sentence)]
    }

    private static func remove(_ row: Row, name: String?, _ html: inout Markup) {
        guard row.isSet else { return }
        row.resetButton(
            &html, "_reset",
            row.words.text(.fileRemove, ["value": ProblemWords.shortened(name ?? "")]),
            [.aria("describedby", "l-\(row.key)")])
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        FileRules.file(of: value)?.name
    }

    private static let names = [
        "image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WebP",
        "image/svg+xml": "SVG", "application/pdf": "PDF", "application/json": "JSON",
        "application/zip": "ZIP", "application/xml": "XML", "text/xml": "XML", "text/csv": "CSV",
    ]

    /// As in `PNG or JPEG, up to 64 KiB`.
    private static func hint(_ rules: FileRules, _ context: PageContext) -> String {
        let words = context.problemWords
        let size = words.fileSize(rules.maximumSize)
        let kinds: [String: PageWord] = [
            "image/*": .fileImage, "audio/*": .fileSound, "video/*": .fileVideo,
            "text/*": .fileText,
        ]
        let types = rules.types.map { type in
            kinds[type.lowercased()].map { context.words[$0] } ?? names[type.lowercased()] ?? type
        }
        return types.isEmpty
            ? context.words.text(.fileHintAny, ["size": size])
            : context.words.text(.fileHint, ["types": words.alternatives(types), "size": size])
    }
}
