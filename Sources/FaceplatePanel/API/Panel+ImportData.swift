import Dispatch
import Faceplate
import FaceplateImport

extension Panel {
    func postImportData(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let query: ImportQuery = try request.query()
        let file = PostedImport(
            bytes: request.body, name: "",
            format: try Self.importFormat(request.header("content-type") ?? "", query.format),
            revision: try request.header("if-match").flatMap(Self.condition))
        if let refusal = tooLarge(file.bytes, request) { return reply(refusal) }
        read(file, request, refuse: reply) { [self] values in
            reply(await importAnswer(file, values, query, request))
        }
    }

    /// Forms of other sites cannot send any of the accepted media types.
    private static func importFormat(
        _ header: String, _ format: ValuesFormat?
    ) throws(FormError) -> ValuesFormat {
        let types: [String: ValuesFormat] = [
            "application/json": .json, "application/yaml": .yaml, "application/x-yaml": .yaml,
            "application/toml": .toml, "application/x-plist": .plist, "application/xml": .plist,
        ]
        let type = ParameterisedHeader(header.utf8)?.value
        if let type, let known = types[type] { return format ?? known }
        guard type == "application/octet-stream", let format else {
            throw FormError(
                status: 415,
                message: "Send application/json, application/yaml, application/toml or "
                    + "application/x-plist, or application/octet-stream with the parameter 'format'."
            )
        }
        return format
    }

    func importAnswer(
        _ file: PostedImport, _ values: Result<ImportedValues, ImportError>, _ query: ImportQuery,
        _ request: RequestContext
    ) async -> PanelResponse {
        do throws(ImportError) {
            return await answer(Transfer(try values.get(), file, query, request.view), request)
        } catch {
            return JSONAnswer.problem(422, title: error.message, code: "malformed")
        }
    }
}
