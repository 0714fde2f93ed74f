import Faceplate
import FaceplateCryptography
import FaceplateHTML
import FaceplateImport
import Foundation

/// A file of values that a request contains.
struct PostedImport: Sendable {
    static let fileField = "_file"
    static let textField = "_text"
    static let formatField = "_format"
    static let sealedField = "_sealed"
    static let applyField = "_apply"

    let bytes: [UInt8]
    /// The name of the file; empty for pasted text.
    let name: String
    let format: ValuesFormat?

    /// Reads the values.
    ///
    /// - Throws: `ImportError` if the file cannot be read.
    func values() throws(ImportError) -> ImportedValues {
        try ImportedValues(bytes, file: name, format: format)
    }
}

extension PostedImport {
    /// Returns the file, encrypted so that the page with its preview contains none of its secrets.
    func sealed(by cipher: AuthenticatedCipher) -> String? {
        let head = Array("\(format?.rawValue ?? "")\n\(name.filter { !$0.isNewline })\n".utf8)
        return (try? cipher.encrypt(head + bytes)).map { Data($0).base64EncodedString() }
    }

    /// Opens a file of the preview; `nil` if this panel did not encrypt it since it started.
    init?(sealed text: String, by cipher: AuthenticatedCipher) {
        guard let data = Data(base64Encoded: text),
            let opened = try? cipher.decrypt(Array(data))
        else { return nil }
        let parts = opened.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        format = ValuesFormat(rawValue: String(decoding: parts[0], as: UTF8.self))
        name = String(decoding: parts[1], as: UTF8.self)
        bytes = Array(parts[2])
    }
}

extension Panel {
    /// The largest file of values in bytes, for a panel without large files.
    static let importSize = 4 * 1024 * 1024

    /// Returns the limits on the body of an import.
    ///
    /// A body can have twice the size of a file, because the preview sends the file back as text.
    func importLimits(for request: some PanelRequest) -> BodyLimits {
        BodyLimits(size: 2 * max(Self.importSize, bodyLimits(for: request).size), fields: 20)
    }

    /// Returns the 413 response to a file that is too large; otherwise `nil`.
    private func tooLarge(_ bytes: [UInt8], _ request: RequestContext) -> PanelResponse? {
        let limit = (request.limits?.size ?? 0) / 2
        return bytes.count > limit ? tooLarge(request, limit: limit) : nil
    }

    private func trial(_ values: ImportedValues, name: String, _ request: RequestContext)
        -> ImportTrial
    {
        // The full schema finds withheld settings, so that their values are rejected, and not ignored.
        let schema = settings.snapshot.schema
        return ImportTrial(
            values.plan(for: schema), settings: settings, actor: request.requester?.name,
            note: name.isEmpty ? nil : ProblemWords.shortened(name), isRequested: true,
            withheld: { schema.isWithheld($0, in: request.rights.withheld) })
    }

    // MARK: - Programs

    /// Responds to `POST /api/import`, whose body is a file of values.
    func postImportData(
        _ request: RequestContext, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        let asked: (file: PostedImport, isDryRun: Bool, isPartial: Bool)
        do throws(FormError) {
            let fields = try Self.query(of: request)
            let format = try ExportQuery.format(fields)
            let type = try Self.importFormat(request.header("content-type") ?? "", format)
            asked = (
                PostedImport(bytes: request.body, name: "", format: type),
                try APIQuery.flag("dry_run", fields), try APIQuery.flag("partial", fields)
            )
        } catch {
            return reply(JSONAnswer.problem(error.status, title: error.message, code: error.code))
        }
        if let refusal = tooLarge(asked.file.bytes, request) { return reply(refusal) }
        Task { [self] in
            reply(
                await importAnswer(
                    asked.file, isDryRun: asked.isDryRun, isPartial: asked.isPartial, request))
        }
    }

    /// Returns the format of a body; forms of other sites cannot send any of the accepted media types.
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

    /// Returns the result of an import as JSON; 422 when its values were rejected and nothing was saved.
    private func importAnswer(
        _ file: PostedImport, isDryRun: Bool, isPartial: Bool, _ request: RequestContext
    ) async -> PanelResponse {
        let page = context(viewer(of: request))
        let values: ImportedValues
        do throws(ImportError) {
            values = try file.values()
        } catch {
            return JSONAnswer.problem(422, title: error.message, code: "malformed")
        }
        let result: ImportResult
        do throws(ApplyError) {
            result = try await ImportResult(
                of: trial(values, name: file.name, request), isDryRun: isDryRun,
                isPartial: isPartial)
        } catch {
            return failure(error, page)
        }
        let refused = result.trial.refused.map { shown($0, page) }
        guard result.isAccepted || isDryRun else {
            return JSONAnswer.problems(
                422, title: page.words[.errorsHeading], code: "rejected_values", refused)
        }
        let withheld = request.rights.withheld
        let isVisible: (String) -> Bool = { !page.schema.isWithheld($0, in: withheld) }
        let json = result.json(redacted(result.outcome, to: request.rights), isVisible: isVisible) {
            JSONAnswer.problem(shown($0, page))
        }
        return PanelResponse(200, type: JSONAnswer.type, JSONWriter().bytes(json))
    }

    private func failure(_ error: ApplyError, _ page: PageContext) -> PanelResponse {
        switch error {
        case .refused(let problems):
            JSONAnswer.problems(
                422, title: page.words[.errorsHeading], problems.map { shown(.problem($0), page) })
        case .conflict: JSONAnswer.problems(409, title: page.words[.errorsHeading], [])
        case .store(let error):
            JSONAnswer.problem(error.httpStatus, title: error.message, code: error.code.rawValue)
        }
    }

    private func shown(_ refused: ImportTrial.Refused, _ page: PageContext) -> ShownProblem {
        switch refused {
        case .misfit(let refusal):
            ShownProblem(
                key: refusal.key, code: "misfit", sentence: refusal.message, nearest: nil)
        case .problem(let problem):
            ShownProblem(
                key: problem.key, code: problem.problem.code.rawValue,
                sentence: page.sentence(for: problem, asValues: true), nearest: problem.nearest)
        case .withheld(let key):
            ShownProblem(
                key: key, code: "not_allowed",
                sentence: page.words.text(.notAllowed, ["key": ProblemWords.shortened(key)]),
                nearest: nil)
        }
    }

    // MARK: - The page

    /// Responds to `GET /import`.
    func answerImport(_ request: RequestContext) -> PanelResponse {
        guard request.rights.mayEdit else { return refusalToEdit(request) }
        let viewer = viewer(of: request)
        let page = ImportPage(context: context(viewer))
        return PanelResponse(200, type: Self.htmlType, page.markup.bytes, more: viewer.headers)
    }

    /// Responds to `POST /import`: shows the changes of a file, or saves them.
    func postImport(
        _ request: RequestContext, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        let fields: [FormField]
        let format: ValuesFormat?
        do throws(FormError) {
            fields = try FormDecoder.decode(
                request.body, contentType: request.header("content-type") ?? "",
                fieldLimit: request.limits?.fields ?? 0)
            format = try ExportQuery.format(
                fields.filter { $0.name == PostedImport.formatField }
                    .map { FormField(name: "format", value: $0.value) })
        } catch {
            return reply(malformed(request, error))
        }
        let name = PageName(
            viewer(of: request),
            locale: fields.last { $0.name == "_locale" }.flatMap { LocaleTag($0.value) }
                .flatMap { Self.lookUp($0, among: locales(of: settings.snapshot)) })
        let page = context(name)
        guard let file = posted(fields, format) else {
            let isSealed = fields.contains { $0.name == PostedImport.sealedField }
            return reply(
                importRefusal(page.words[isSealed ? .importExpired : .importEmpty], page, request))
        }
        if let refusal = tooLarge(file.bytes, request) { return reply(refusal) }
        let wish = fields.last { $0.name == PostedImport.applyField }?.value
        Task { [self] in
            guard case .page = request.form else {
                return reply(
                    await importAnswer(
                        file, isDryRun: wish == nil, isPartial: wish == "partial", request))
            }
            reply(await importPage(file, wish, page, request))
        }
    }

    private func posted(_ fields: [FormField], _ format: ValuesFormat?) -> PostedImport? {
        if let sealed = fields.last(where: { $0.name == PostedImport.sealedField }) {
            return importCipher.flatMap { PostedImport(sealed: sealed.value, by: $0) }
        }
        if let file = fields.last(where: { $0.name == PostedImport.fileField }), !file.data.isEmpty
        {
            return PostedImport(bytes: file.data, name: file.fileName ?? "", format: format)
        }
        let text = fields.last { $0.name == PostedImport.textField }?.value ?? ""
        return text.allSatisfy(\.isWhitespace)
            ? nil : PostedImport(bytes: Array(text.utf8), name: "", format: format)
    }

    private func importRefusal(
        _ sentence: String, _ page: PageContext, _ request: RequestContext
    ) -> PanelResponse {
        guard case .page = request.form else {
            return JSONAnswer.problem(422, title: sentence, code: "malformed")
        }
        return PanelResponse(
            422, type: Self.htmlType, ImportPage(context: page, problem: sentence).markup.bytes,
            more: Self.pageHeaders(page.locale))
    }

    private func importPage(
        _ file: PostedImport, _ wish: String?, _ page: PageContext, _ request: RequestContext
    ) async -> PanelResponse {
        let values: ImportedValues
        do throws(ImportError) {
            values = try file.values()
        } catch {
            return importRefusal(error.message, page, request)
        }
        let result: ImportResult
        do throws(ApplyError) {
            result = try await ImportResult(
                of: trial(values, name: file.name, request), isDryRun: wish == nil,
                isPartial: wish == "partial")
        } catch {
            let sentence =
                switch error {
                case .refused(let problems):
                    problems.map { page.sentence(for: $0) }.joined(separator: ". ")
                case .conflict: page.words[.errorsHeading]
                case .store(let error): error.message
                }
            return importRefusal(sentence, page, request)
        }
        let outcome = redacted(result.outcome, to: request.rights)
        if wish != nil, result.isAccepted {
            let query =
                outcome.changes.isEmpty ? ("same", "1") : ("rev", String(outcome.revision))
            return .redirect(to: base.path("changes", query: [query]).text)
        }
        guard let sealed = importCipher.flatMap(file.sealed) else {
            return importRefusal(page.words[.importExpired], page, request)
        }
        let preview = ImportPage.Preview(
            result: result, changes: outcome.changes, file: sealed,
            hasSealedSecrets: values.hasSealedSecrets)
        return PanelResponse(
            wish == nil ? 200 : 422, type: Self.htmlType,
            ImportPage(context: page, preview: preview).markup.bytes,
            more: Self.pageHeaders(page.locale))
    }
}
