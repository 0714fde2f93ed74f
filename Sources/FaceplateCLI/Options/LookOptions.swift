import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation

struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A CSS file that overrides the page's styles, in @layer fp.theme or without a layer.",
            valueName: "file.css"))
    var theme: String?

    @Option(
        help: ArgumentHelp(
            "Serve this folder at /public/. A panel.css or panel.js in it replaces the built-in "
                + "file.", valueName: "dir"))
    var `public`: String?

    @Option(
        help: ArgumentHelp(
            "Use the page texts in this folder: Page/nl.strings and Problems/nl.strings. They add a "
                + "language or replace texts. Repeatable.", valueName: "dir"))
    var texts: [String] = []

    @Option(
        help: "The language of the page. (default: the language of the browser)",
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @Option(
        help: ArgumentHelp(
            "Show a Done button that goes to this path or URL.", valueName: "url"))
    var done: String?

    func attach(to configuration: inout Panel.Configuration) throws {
        configuration.locale = locale
        configuration.done = done
        if let theme {
            do throws(RegularFile.Refusal) {
                configuration.theme = try RegularFile.bytes(of: theme, limit: 1024 * 1024)
            } catch .tooLarge {
                throw Failure(.refused, ["'\(theme)' has over 1 MiB, too much for a style sheet."])
            } catch {
                throw Failure(.refused, ["'\(theme)' cannot be read. Name a style sheet."])
            }
        }
        configuration.publicFolder = try self.public.map(Self.folder)
        configuration.texts = try texts.map(Self.folder)
    }

    func warn(of snapshot: Snapshot) {
        guard let locale, texts.isEmpty else { return }
        let locales = snapshot.schema.locales(with: snapshot.labels)
        guard LocaleMatching.lookUp(locale, among: locales) == nil else { return }
        StandardStreams.say(
            "The panel has no texts in '\(locale)', so --locale has no effect. It has: "
                + "\(locales.map(\.description).joined(separator: ", ")).")
    }

    private static func folder(_ path: String) throws(Failure) -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            isFolder.boolValue
        else { throw Failure(.refused, ["'\(path)' is not a folder."]) }
        return path
    }
}
