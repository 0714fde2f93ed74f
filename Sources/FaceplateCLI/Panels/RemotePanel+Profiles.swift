import Faceplate
import FaceplateAddress
import FaceplateHTTPClient
import FaceplateSchema

/// The profiles of a panel at a URL, with the same errors as those of a database.
extension RemotePanel {
    func profiles() throws -> [Profile] {
        let json = try connection.json(HTTPRequest(path: "/api/profiles"))
        guard let list = json.object?["profiles"]?.array else { throw connection.foreign }
        return list.compactMap(Profile.init)
    }

    func profile(named name: String) throws -> Profile {
        try read(send("GET", try stored(name)))
    }

    func saveProfile(
        named name: String, description: String?, keys: [String]?, replacing isReplacing: Bool
    ) throws -> Profile {
        let name = try Profile.stored(name: name)
        _ = try description.map(Profile.stored(details:))
        let body = JSONValue.object(present: [
            ("description", description.map(JSONValue.text)),
            ("keys", keys.map { .array($0.map(JSONValue.text)) }),
            ("replace", .boolean(isReplacing)),
        ])
        return try read(send("PUT", name, body))
    }

    func changeProfile(
        named name: String, to newName: String?, description: String?
    ) throws -> Profile {
        _ = try description.map(Profile.stored(details:))
        let newName = try newName.map(Profile.stored(name:))
        let body = JSONValue.object(present: [
            ("name", newName.map(JSONValue.text)), ("description", description.map(JSONValue.text)),
        ])
        return try read(send("PATCH", try stored(name), body, newName: newName))
    }

    func removeProfile(named name: String) throws { _ = try send("DELETE", try stored(name)) }

    /// Returns the name of a profile for a path.
    ///
    /// - Throws: `ProfileError.unknown` for a name that no profile can have.
    private func stored(_ name: String) throws -> String {
        guard let stored = try? Profile.stored(name: name) else { throw try unknown(name) }
        return stored
    }

    private func unknown(_ name: String) throws -> ProfileError {
        .unknown(name, nearest: NearestWord.to(name, among: try profiles().map(\.name)))
    }

    private func read(_ json: JSONValue) throws(Failure) -> Profile {
        guard let profile = Profile(json) else { throw connection.foreign }
        return profile
    }

    /// Sends a request about a profile, and reads the JSON of the response.
    private func send(
        _ method: String, _ name: String, _ body: JSONValue? = nil, newName: String? = nil
    ) throws -> JSONValue {
        let response = try connection.send(
            HTTPRequest(
                method: method, path: "/api/profiles/" + name.percentEncoded,
                body: body.map { JSONWriter().bytes($0) }))
        guard response.status == 200 else {
            throw try error(of: response, name, newName: newName) ?? connection.failure(response)
        }
        guard let json = response.json else { throw connection.foreign }
        return json
    }

    /// Returns the error about a profile that a response describes; `nil` for any other response.
    private func error(
        of response: HTTPResponse, _ name: String, newName: String?
    ) throws -> (any Error)? {
        guard let document = PanelConnection.Document(response), let code = document.code else {
            return nil
        }
        switch (response.status, code) {
        case (404, "unknown_profile"): return try unknown(name)
        case (409, "name_in_use"): return ProfileError.exists(newName ?? name)
        case (422, "too_many_profiles"): return ProfileError.tooMany
        case (422, "too_large"): return ProfileError.tooLarge
        case (422, "nothing_to_save"): return ProfileError.empty
        case (422, _):
            let message = ShownText.line(document.title)
            return Failure(
                .refused, [message], details: [["code": .text(code), "message": .text(message)]])
        default: return nil
        }
    }
}
