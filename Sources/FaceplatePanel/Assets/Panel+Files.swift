import Faceplate

extension Panel {
    /// The media types that a response can state, because browsers show them without running code.
    private static let plainTypes: Set = [
        "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf",
        "application/json",
    ]

    /// Responds to `GET /files/KEY` with the file in a setting, as a download that browsers do not open.
    ///
    /// A setting that is not visible on its page returns 404.
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

    /// Returns a file name encoded as RFC 8187, section 3.2.
    ///
    /// Direction control characters are removed, because they make `gpj.exe` look like `exe.jpg`.
    private static func encoded(_ name: String) -> String {
        let shown = String(
            String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isDirectionControl }))
        return (shown.isEmpty ? "file" : shown).percentEncoded
    }
}
