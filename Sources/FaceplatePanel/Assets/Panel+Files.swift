import Faceplate

extension Panel {
    /// Browsers show these without running code.
    private static let plainTypes: Set = [
        "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf",
        "application/json",
    ]

    /// A download that browsers do not open; 404 for a setting that is not visible on its page.
    func file(_ key: String, _ request: RequestContext) -> PanelResponse {
        let snapshot = request.view.snapshot
        guard let setting = snapshot.schema.settings[key], setting.control == .editFile,
            !setting.isHidden, snapshot.rules.isVisible(key),
            let value = snapshot.value(of: setting), let file = FileRules.file(of: value)
        else { return notFound(request) }
        let isPlain = Self.plainTypes.contains(file.type)
        let response = PanelResponse(
            200, type: isPlain ? file.type : "application/octet-stream", file.bytes,
            caching: .revalidated(Array((file.name + file.type).utf8) + file.bytes),
            more: [
                ("Content-Disposition", "attachment; filename*=UTF-8''" + Self.encoded(file.name))
            ]
        )
        return answer(request, with: response)
    }

    /// Encoded as RFC 8187, section 3.2; direction control characters are removed, because they make `gpj.exe` look
    /// like `exe.jpg`.
    private static func encoded(_ name: String) -> String {
        let shown = String(
            String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isDirectionControl }))
        return (shown.isEmpty ? "file" : shown).percentEncoded
    }
}
