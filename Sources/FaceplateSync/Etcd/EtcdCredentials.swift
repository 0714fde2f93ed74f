import Faceplate
import FaceplateHTTPClient
import FaceplateSchema

final class EtcdCredentials: Sendable {
    private struct State {
        var credentials: TLSCredentials?
        var stamps: [StoreFiles.File?]
    }

    private let configuration: SyncConfiguration
    private let state: Locked<State>

    init(_ configuration: SyncConfiguration) throws(SyncError) {
        self.configuration = configuration
        do throws(TLSCredentials.Problem) {
            state = Locked(try Self.read(configuration))
        } catch {
            throw SyncError(error.description)
        }
    }

    private static func read(
        _ configuration: SyncConfiguration
    ) throws(TLSCredentials.Problem) -> State {
        // First, so that a file that changes in between is read again.
        let stamps = stamps(configuration)
        let isSecure = configuration.endpoints.contains { $0.lowercased().hasPrefix("https:") }
        guard isSecure || !stamps.isEmpty else { return State(credentials: nil, stamps: []) }
        return State(
            credentials: try TLSCredentials(
                authorities: configuration.authorityFile,
                certificate: configuration.certificateFile, key: configuration.privateKeyFile),
            stamps: stamps)
    }

    private static func stamps(_ configuration: SyncConfiguration) -> [StoreFiles.File?] {
        configuration.certificateFiles.map { StoreFiles.File(path: $0) }
    }

    /// `nil` if no member uses `https`; changed files are read again.
    ///
    /// While new files cannot be used, for example because only one of two is written yet, the former ones are.
    var current: TLSCredentials? {
        let known = state.withLock { $0 }
        guard Self.stamps(configuration) != known.stamps,
            let new = try? Self.read(configuration)
        else { return known.credentials }
        return state.withLock { state in
            // Another thread may have read them at the same time.
            if state.stamps == known.stamps { state = new }
            return state.credentials
        }
    }
}
