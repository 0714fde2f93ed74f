import Faceplate
import FaceplateHTML

/// For tickets and emails: it contains only what the page shows, and never a secret.
struct PageText: PagePart {
    let context: PageContext

    var text: String {
        let face = context.face
        let panel = context.labels.panelTitle.text
        let title = context.search?.title(words) ?? face.title?.text ?? panel
        var blocks = [
            title == panel ? title : words.text(.pageTitle, ["page": title, "panel": panel])
        ]
        for group in face.groups
        where context.rules.isVisible(group.group)
            && !(group.isWordsAlone && group.hasAdvanced && context.level == .basic)
        {
            let rows = group.places.filter {
                $0.isShown(in: group.group, context, nil) && context.rules.isVisible($0.face.key)
            }
            if group.isWordsAlone {
                blocks.append(wordsAlone(group))
            } else if !rows.isEmpty {
                blocks.append(
                    ([group.title.text] + rows.map { line(of: $0.face) }).joined(separator: "\n"))
            }
        }
        return blocks.joined(separator: "\n\n")
    }

    private func wordsAlone(_ group: PageFace.Group) -> String {
        let title = context.labels.showsTitle(of: group.group) ? group.title.text : ""
        return [title, group.header?.text ?? "", group.footer(by: context.rules)?.text ?? ""]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// As in `Port [web_port]: 8080 (Modified.)`; the reason of a lock replaces `Modified`.
    private func line(of face: RowFace) -> String {
        let row = Row(face, context: context, submission: nil)
        var line = "  \(face.texts.title.text) [\(face.key)]"
        let shown = shown(row).unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }
        ).map(String.init).joined(separator: "\n    ")
        if !shown.isEmpty { line += ": " + shown }
        guard let setting = face.setting else { return line }
        let note = row.lock ?? (row.isSet && !setting.isSecret ? words[.modified] : nil)
        return line + [note, row.timeText].compactMap(\.self).map { " (\($0))" }.joined()
    }

    private func shown(_ row: Row) -> String {
        if row.setting != nil { return words.orEmpty(row.shownValue) }
        return ControlViews.view(of: row.face.control)?.text(of: row) ?? ""
    }
}
