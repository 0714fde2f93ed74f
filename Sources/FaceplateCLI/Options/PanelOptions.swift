import ArgumentParser
import Faceplate
import FaceplateHTTPClient
import FaceplateSchema
import Foundation

/// The options of `SettingsOptions` and `RemoteOptions`, which are no groups in this one for the same reason as there.
struct PanelOptions: ParsableArguments {
    @Option(help: .database)
    var database: String?

    @Option(help: .schemaFile)
    var schema: String?

    @Option(name: .customLong("file"), help: .files, completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Use the panel that runs there instead of a database: http://HOST:PORT/, https://HOST/ or "
                + "unix:PATH. (default: $FACEPLATE_URL)",
            valueName: "url"))
    var url: String?

    @Option(help: .tokenFile)
    var tokenFile: String?

    @Option(help: .caFile)
    var caFile: String?

    var source: SettingsOptions {
        var options = SettingsOptions()
        options.database = database
        options.schema = schema
        options.files = files
        return options
    }

    var remote: RemoteOptions {
        var options = RemoteOptions()
        options.tokenFile = tokenFile
        options.caFile = caFile
        return options
    }

    private var namesStore: Bool { database != nil || schema != nil || !files.isEmpty }

    enum Purpose {
        /// To print; a database is opened without waiting for writers.
        case reading
        /// To change values; creates no database.
        case changing
        /// To change values; creates the database if necessary.
        case writing
        case watching
    }

    func validate() throws {
        try source.validate()
        _ = try address()
    }

    /// `nil` for a database.
    ///
    /// An option wins over a variable, and of the variables `FACEPLATE_URL` over `FACEPLATE_DATABASE`.
    func address(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> PanelAddress? {
        if let url {
            guard !namesStore else {
                throw ValidationError(
                    "--url excludes --database, --schema and --file: the panel has its own.")
            }
            return try PanelAddress(url)
        }
        guard !namesStore, let url = StorePlace.variable("FACEPLATE_URL", environment)
        else {
            try remote.refuseWithoutPanel()
            return nil
        }
        return try PanelAddress(url)
    }

    func open(_ purpose: Purpose) throws -> any CommandPanel {
        if let address = try address() {
            return try RemotePanel(remote.connection(to: address))
        }
        return switch purpose {
        case .reading: try source.openExisting(isForReading: true)
        case .changing: try source.openExisting()
        case .writing: try source.openForWriting()
        case .watching: try source.openForWatching()
        }
    }
}

extension PanelOptions {
    func apply(_ batch: Batch, _ output: OutputOptions) async throws {
        let panel = try open(.changing)
        defer { panel.close() }
        try await ChangeReport(panel: panel, isJSON: output.json).apply(batch)
    }
}

extension ArgumentHelp {
    static let tokenFile = ArgumentHelp(
        "The file with the token for the panel at --url, readable by you only. (default: the token in "
            + "$FACEPLATE_TOKEN)",
        valueName: "file")
    static let caFile = ArgumentHelp(
        "The file with the certificates (PEM) to trust for an https URL. (default: those of the system)",
        valueName: "file")
}

struct RemoteOptions: ParsableArguments {
    @Option(help: .tokenFile)
    var tokenFile: String?

    @Option(help: .caFile)
    var caFile: String?

    private static let mostBytes = 4_096

    func refuseWithoutPanel() throws {
        if tokenFile != nil { throw ValidationError("--token-file needs --url.") }
        if caFile != nil { throw ValidationError("--ca-file needs --url.") }
    }

    func connection(
        to address: PanelAddress,
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) -> PanelConnection {
        let token =
            try tokenFile.map { path throws(Failure) in try Self.token(in: path) }
            ?? StorePlace.variable("FACEPLATE_TOKEN", environment) ?? ""
        // Other characters would end the header field.
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure(
                .refused, "The token has spaces or other characters that no token contains.")
        }
        let credentials: TLSCredentials?
        do throws(TLSCredentials.Problem) {
            credentials =
                try address.server.isSecure && caFile != nil
                ? TLSCredentials(authorities: caFile) : nil
        } catch {
            throw PanelConnection(to: address).failure(.credentials(error))
        }
        return PanelConnection(
            to: address, token: token.isEmpty ? nil : token, credentials: credentials)
    }

    private static func token(in path: String) throws(Failure) -> String {
        let file: RegularFile
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            file = try RegularFile(path)
            bytes = try file.bytes(upTo: mostBytes)
        } catch {
            throw Failure(.refused, "The token file '\(path)' cannot be used. \(error.sentence)")
        }
        guard file.isPrivate, file.owner == geteuid() else {
            throw Failure(
                .refused,
                "The token file '\(path)' must belong to you, and no other user may read it. Run: chmod "
                    + "600 \(ShellWords.quoted(path))")
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmed
        guard !token.isEmpty else {
            throw Failure(.refused, "The token file '\(path)' is empty.")
        }
        return token
    }
}
