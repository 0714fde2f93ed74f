import ArgumentParser
import FaceplatePanel
import FaceplateSchema
import Foundation

/// How the pages of `serve` look.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A style sheet of your own; it wins over ours, in @layer fp.theme or without a layer.",
            valueName: "file.css"))
    var theme: String?

    @Option(
        help: ArgumentHelp(
            "A folder whose files are served under /public/; its panel.css and panel.js take the "
                + "place of ours.", valueName: "dir"))
    var `public`: String?

    /// Puts the choices into a panel's configuration.
    ///
    /// - Throws: `Failure` where a file or folder is not there.
    func attach(to configuration: inout Panel.Configuration) throws {
        if let theme {
            do throws(RegularFile.Refusal) {
                configuration.theme = try RegularFile.bytes(of: theme, limit: 1024 * 1024)
            } catch .tooLarge {
                throw Failure(.refused, ["'\(theme)' has over 1 MiB, too much for a style sheet."])
            } catch {
                throw Failure(.refused, ["'\(theme)' cannot be read. Name a style sheet."])
            }
        }
        if let folder = self.public {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
                isFolder.boolValue
            else { throw Failure(.refused, ["'\(folder)' is not a folder."]) }
            configuration.publicFolder = folder
        }
    }
}
