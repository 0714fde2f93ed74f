import Foundation
import PackagePlugin

/// Generates Swift declarations for the keys of a target's schemas at every build.
///
/// The schemas are the files `NAME.faceplate.json` of the target, and the files named in
/// `faceplate-keys.json` in the folder of the target.
@main
struct FaceplateKeys: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let tool = try context.tool(named: "FaceplateKeysTool")
        let settings = target.directoryURL.appending(path: "faceplate-keys.json")
        let isConfigured = FileManager.default.fileExists(atPath: settings.path)
        let configuration = isConfigured ? try Configuration(settings) : Configuration()
        var schemas = target.sourceFiles.map(\.url)
            .filter { $0.lastPathComponent.hasSuffix(".faceplate.json") }
            .map { Schema(url: $0, type: nil) }
        schemas += (configuration.schemas ?? []).map {
            Schema(url: URL(filePath: $0.path, relativeTo: target.directoryURL), type: $0.type)
        }
        return schemas.map { schema in
            let path = schema.url.standardizedFileURL
            let output = context.pluginWorkDirectoryURL.appending(path: schema.outputName)
            let arguments = [path.path, output.path, configuration.access ?? "internal"]
            return .buildCommand(
                displayName: "Writing the keys of \(path.lastPathComponent)",
                executable: tool.url,
                arguments: arguments + (schema.type.map { [$0] } ?? []),
                inputFiles: [path] + schema.labelFiles + (isConfigured ? [settings] : []),
                outputFiles: [output])
        }
    }
}

private struct Configuration: Decodable {
    struct Schema: Decodable {
        /// The path of the schema, relative to the folder of the target.
        let path: String
        let type: String?
    }

    /// `internal` or `public`.
    var access: String?
    var schemas: [Schema]?

    init() {}

    init(_ url: URL) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
    }
}

private struct Schema {
    let url: URL
    let type: String?

    /// `reader.faceplate.swift` for `reader.json` and `reader.faceplate.json`.
    var outputName: String {
        var stem = url.deletingPathExtension().lastPathComponent
        if !stem.hasSuffix(".faceplate") { stem += ".faceplate" }
        return stem + ".swift"
    }

    /// The label files in the same folder; their text becomes comments.
    var labelFiles: [URL] {
        let folder = url.standardizedFileURL.deletingLastPathComponent()
        let entries = Self.entries(of: folder)
        let inside = entries.filter { $0.pathExtension == "lproj" }.flatMap(Self.entries)
        return entries.filter { $0.pathExtension == "xcstrings" }
            + inside.filter { $0.pathExtension == "strings" }
    }

    private static func entries(of folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }
    }
}
