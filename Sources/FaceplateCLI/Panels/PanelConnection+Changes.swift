import Faceplate
import FaceplateHTTPClient
import FaceplateSchema

extension PanelConnection {
    /// Applies a batch.
    ///
    /// - Parameters:
    ///   - snapshot: The settings before the batch.
    ///   - reload: Returns the current settings, for the conflicts of an undo.
    func apply(
        _ batch: Batch, _ snapshot: Snapshot, reload: () throws(Failure) -> Snapshot
    ) throws(ApplyError) -> Outcome {
        var request = HTTPRequest(method: "POST", path: "/api/changes")
        request.query = ChangeOptions(batch).query
        request.body = JSONWriter().bytes(PostedChanges(batch).json)
        let response: HTTPResponse
        do throws(Failure) {
            response = try send(request)
        } catch {
            throw .store(error.storeError)
        }
        guard response.status == 200 else { throw refusal(response, reload) }
        guard let json = response.json, let outcome = Outcome(json, schema: snapshot.schema)
        else { throw .store(foreign.storeError) }
        return outcome
    }

    /// Returns the error for a batch that the panel rejected.
    private func refusal(
        _ response: HTTPResponse, _ reload: () throws(Failure) -> Snapshot
    ) -> ApplyError {
        guard let document = Document(response) else {
            return .store(failure(response).storeError)
        }
        if let code = document.code, code.hasPrefix("storage_") {
            return .store(
                StoreError(StoreError.Code(rawValue: code), Self.sentence(document.title)))
        }
        guard !document.errors.isEmpty else { return .store(failure(response).storeError) }
        guard response.status == 409 || response.status == 412 else {
            return .refused(document.errors.compactMap { KeyProblem(JSONValue(.object($0))) })
        }
        do throws(Failure) {
            let snapshot = try reload()
            return .conflict(
                document.errors.compactMap { $0["key"]?.string }.map { key in
                    KeyConflict(
                        key: key, theirs: snapshot.side(of: key),
                        revision: snapshot.lastChange(of: key) ?? snapshot.revision, origin: nil,
                        time: nil, mine: .onDefault)
                })
        } catch {
            return .store(error.storeError)
        }
    }
}

extension Failure {
    /// The failure as an error of a store, whose description has the same messages and exit code.
    fileprivate var storeError: StoreError {
        let code: StoreError.Code =
            switch status {
            case .denied: .denied
            case .refused: .rejected
            default: .panel
            }
        return StoreError(code, messages.joined(separator: "\n"))
    }
}

extension StoreError.Code {
    /// A running panel cannot be reached.
    static let panel = Self(rawValue: "panel_unavailable")
    /// A running panel rejects a request as a whole.
    static let rejected = Self(rawValue: "not_accepted")
    /// A running panel does not permit a request.
    static let denied = Self(rawValue: "not_permitted")
}
