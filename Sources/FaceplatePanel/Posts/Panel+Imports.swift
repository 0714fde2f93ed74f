import Dispatch
import Faceplate
import FaceplateCryptography
import FaceplateHTML
import FaceplateImport
import Foundation

struct PostedImport: Sendable {
    static let fileField = "_file"
    static let textField = "_text"
    static let sealedField = "_sealed"

    let bytes: [UInt8]
    /// Empty for pasted text.
    let name: String
    let format: ValuesFormat?
    /// The one that the sender saw; `nil` if later changes are no conflict.
    var revision: Int?
}

extension PostedImport {
    /// Encrypted so that the page with the preview contains none of its secrets.
    func sealed(by cipher: AuthenticatedCipher, at revision: Int) -> String? {
        let parts = [format?.rawValue ?? "", name.filter { !$0.isNewline }, String(revision), ""]
        let head = Array(parts.joined(separator: "\n").utf8)
        return (try? cipher.encrypt(head + bytes)).map { Data($0).base64EncodedString() }
    }

    /// `nil` if this panel did not encrypt the text since it started.
    init?(sealed text: String, by cipher: AuthenticatedCipher) {
        guard let data = Data(base64Encoded: text),
            let opened = try? cipher.decrypt(Array(data))
        else { return nil }
        let parts = opened.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        format = ValuesFormat(rawValue: String(decoding: parts[0], as: UTF8.self))
        name = String(decoding: parts[1], as: UTF8.self)
        revision = Int(String(decoding: parts[2], as: UTF8.self))
        bytes = Array(parts[3])
    }
}

extension ImportError {
    fileprivate var sentence: String {
        message.prefix(1).uppercased() + message.dropFirst()
            + (message.hasSuffix(".") ? "" : ".")
    }
}

extension Panel {
    /// In bytes, for a panel without large files.
    static let importSize = 4 * 1024 * 1024

    /// A body can have twice the size of a file, because the preview sends the file back as text.
    func importLimits(for request: some PanelRequest) -> BodyLimits {
        BodyLimits(size: 2 * max(Self.importSize, bodyLimits(for: request).size), fields: 20)
    }

    func tooLarge(_ bytes: [UInt8], _ request: RequestContext) -> PanelResponse? {
        let limit = (request.limits?.size ?? 0) / 2
        return bytes.count > limit ? tooLarge(request, limit: limit) : nil
    }

    /// On a thread that may block; `refuse` is called with 503 instead, when too many imports wait.
    func read(
        _ file: PostedImport, _ request: RequestContext,
        refuse: (PanelResponse) -> Void,
        then: @escaping @Sendable (Result<ImportedValues, ImportError>) async -> Void
    ) {
        let isStarted = imports.start { [imports] in
            DispatchQueue.global().async {
                let values = Result { () throws(ImportError) in
                    try ImportedValues(file.bytes, file: file.name, format: file.format)
                }
                Task {
                    await then(values)
                    imports.end()
                }
            }
        }
        guard !isStarted else { return }
        let sentence = "The panel is reading too many files. Try again later."
        guard case .page = request.form else {
            return refuse(JSONAnswer.problem(503, title: sentence, code: "too_many_imports"))
        }
        refuse(.plain(503, sentence))
    }

    // MARK: - The page

    func answerImport(_ request: RequestContext) -> PanelResponse {
        guard request.rights.mayEdit else { return refusalToEdit(request) }
        let viewer = viewer(of: request)
        let page = TransferPage(context: context(viewer))
        return .page(200, page.markup, more: viewer.headers)
    }

    func postImport(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let fields = try request.formFields()
        var query = ImportQuery(buttonOf: fields)
        if let field = fields.last(where: { $0.name == ImportQuery.format.formName }) {
            try FormPost.read(ImportQuery.format, field, into: &query)
        }
        let page = context(name(inLanguageOf: fields["_locale"], request), request.view)
        let typed = TransferPage.Typed(
            text: fields[PostedImport.textField] ?? "", format: query.format)
        guard let file = posted(fields, query.format) else {
            let isSealed = fields[PostedImport.sealedField] != nil
            return reply(
                importRefusal(
                    page.words[isSealed ? .importExpired : .importEmpty], typed, page, request))
        }
        if let refusal = tooLarge(file.bytes, request) { return reply(refusal) }
        read(file, request, refuse: reply) { [self, query] values in
            guard case .page = request.form else {
                return reply(await importAnswer(file, values, query, request))
            }
            reply(await importPage(file, values, query, typed, page, request))
        }
    }

    private func posted(_ fields: [FormField], _ format: ValuesFormat?) -> PostedImport? {
        if let sealed = fields[PostedImport.sealedField] {
            return importCipher.flatMap { PostedImport(sealed: sealed, by: $0) }
        }
        if let file = fields.last(where: { $0.name == PostedImport.fileField }), !file.data.isEmpty
        {
            return PostedImport(bytes: file.data, name: file.fileName ?? "", format: format)
        }
        let text = fields[PostedImport.textField] ?? ""
        return text.allSatisfy(\.isWhitespace)
            ? nil : PostedImport(bytes: Array(text.utf8), name: "", format: format)
    }

    private func importRefusal(
        _ sentence: String, _ typed: TransferPage.Typed, _ page: PageContext,
        _ request: RequestContext
    ) -> PanelResponse {
        guard case .page = request.form else {
            return JSONAnswer.problem(422, title: sentence, code: "malformed")
        }
        return .page(
            422, TransferPage(context: page, typed: typed, problem: sentence).markup,
            more: Self.pageHeaders(page.locale))
    }

    private func importPage(
        _ file: PostedImport, _ read: Result<ImportedValues, ImportError>, _ query: ImportQuery,
        _ typed: TransferPage.Typed, _ page: PageContext, _ request: RequestContext
    ) async -> PanelResponse {
        let values: ImportedValues
        do throws(ImportError) {
            values = try read.get()
        } catch {
            let hint = typed.format == nil ? " " + page.words[.importHint] : ""
            return importRefusal(error.sentence + hint, typed, page, request)
        }
        let transfer = Transfer(values, file, query, request.view)
        let result: TransferResult
        do throws(ApplyError) {
            result = try await attemptForPage(transfer, request) { page }
        } catch {
            return importRefusal(sentence(error, page, transfer), typed, page, request)
        }
        if result.whole.isSaved {
            let query =
                result.changes.isEmpty
                ? ("same", "1") : ("rev", String(result.outcome.revision))
            return .redirect(to: page.base.path("changes", query: [query]).text)
        }
        guard let sealed = importCipher.flatMap({ file.sealed(by: $0, at: result.revision) }) else {
            return importRefusal(page.words[.importExpired], typed, page, request)
        }
        let preview = TransferPage.Preview(
            result: result, file: sealed, hasSealedSecrets: values.hasSealedSecrets)
        return .page(
            result.status, TransferPage(context: page, preview: preview).markup,
            more: Self.pageHeaders(page.locale))
    }
}
