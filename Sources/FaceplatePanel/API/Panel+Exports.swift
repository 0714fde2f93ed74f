import Dispatch
import Faceplate
import FaceplateHTML
import FaceplateImport

extension Panel {
    func answerExportData(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let query: ExportQuery = try request.query()
        export(query, as: query.format ?? .json, request, reply)
    }

    /// The page of choices; a file when the query names a format.
    func answerExport(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let query: ExportQuery = try request.query()
        if let format = query.format { return export(query, as: format, request, reply) }
        let viewer = viewer(of: request)
        let page = TransferPage(context: context(viewer))
        reply(.page(200, page.markup, more: viewer.headers))
    }

    private func export(
        _ query: ExportQuery, as format: ValuesFormat, _ request: RequestContext,
        _ reply: @escaping Reply
    ) {
        let viewer = query.hasComments ? viewer(of: request) : nil
        // Many or large values take long to write.
        DispatchQueue.global().async { [self] in
            settings.readSource()
            let snapshot = view(for: request).snapshot
            let values = ExportedValues(
                snapshot, selection: query.isChanged ? .set : .all, isPortable: query.isPortable,
                comments: viewer?.locale)
            let name = Self.fileName(snapshot.schema.key, format)
            reply(
                PanelResponse(
                    200, type: format.mediaType, Array(values.text(as: format).utf8),
                    more: [("Content-Disposition", "attachment; filename=\"\(name)\"")]
                        + (viewer?.headers ?? [])))
        }
    }

    /// Returns a name that every header and file system accepts.
    private static func fileName(_ key: String, _ format: ValuesFormat) -> String {
        (SettingKeySyntax.isValid(key) ? key : "settings") + (format.endings.first ?? "")
    }
}
