import ArgumentParser
import Faceplate
import FaceplateFiles
import FaceplateSchema
import Foundation

struct FileOptions: ParsableArguments {
    @Option(name: .customLong("file"), help: .files, completion: .file())
    var files: [String] = []

    /// Reads the values from the files from now on.
    ///
    /// - Parameter watches: True to read the changes of others as soon as they are made.
    func attach(to settings: Settings, watches: Bool) throws(Failure) {
        guard !files.isEmpty else { return }
        let others: [String]
        do throws(SettingsFileError) {
            others = try settings.use(files: files, watches: watches)
        } catch {
            throw Failure(.refused, error.description)
        }
        guard watches else { return }
        for sentence in others { StandardStreams.say(sentence) }
    }
}

extension ArgumentHelp {
    static let files = ArgumentHelp(
        "The program's own configuration file, which has the values: .json, .yaml, .toml, .ini or "
            + ".env. A change replaces only its value there. Repeatable; a later file wins, as with "
            + "drop-in files.",
        valueName: "file")
}
