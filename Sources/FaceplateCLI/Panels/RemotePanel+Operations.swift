import Faceplate
import FaceplateAddress
import FaceplateHTTPClient
import FaceplateSchema

/// Operations of a panel at a URL, with the same errors as those of a database.
extension RemotePanel {
    func perform<Asked: SettingsOperation>(_ asked: Asked) throws -> Asked.Result {
        do {
            let asked = try asked.checked()
            let response = try connection.send(Self.request(for: asked))
            guard response.status == 200 else {
                throw Self.error(of: response, asked) ?? connection.failure(response)
            }
            guard let result = response.json.flatMap(Asked.Result.init) else {
                throw connection.foreign
            }
            return result
        } catch ProfileError.unknown(let name, _) {
            throw ProfileError.unknown(
                name,
                nearest: NearestWord.to(
                    name, among: try perform(ReadProfiles()).profiles.map(\.name)))
        }
    }

    private static func request<Asked: SettingsOperation>(for asked: Asked) -> HTTPRequest {
        HTTPRequest(
            method: Asked.method.rawValue,
            path: Asked.path.replacing(/\{.*\}/, with: asked.argument.percentEncoded),
            body: asked.body.map { JSONWriter().bytes($0) })
    }

    /// Returns the error of the operation that a response describes; `nil` for any other response.
    private static func error<Asked: SettingsOperation>(
        of response: HTTPResponse, _ asked: Asked
    ) -> (any Error)? {
        // With 413, the code of a large profile is that of a large body.
        guard [404, 409, 422].contains(response.status),
            let document = PanelConnection.Document(response), let code = document.code
        else { return nil }
        let name = asked.argument
        let known: [ProfileError] = [
            .unknown(name, nearest: nil), .exists(asked.newName ?? name), .tooMany, .tooLarge,
            .empty,
        ]
        if let error = known.first(where: { $0.code == code }) { return error }
        guard response.status == 422 else { return nil }
        let message = ShownText.line(document.title)
        return Failure(
            .refused, [message], details: [["code": .text(code), "message": .text(message)]])
    }
}
