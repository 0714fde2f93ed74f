package import Faceplate
import FaceplateDocument
import FaceplateSchema
import Foundation

/// A problem with a program's own file, as one sentence with the file's name.
package struct SettingsFileError: SpokenError {
    package let description: String
}

/// The program's own configuration files as the place of the values.
///
/// A later file wins over an earlier one, as with drop-in files. A changed value is written where it is set; a new one,
/// into the last file. A value that returns to its default is removed from every file.
package final class SettingsFile: ValueFile {
    /// Rounds of writing while others write the same file.
    private static let mostTries = 16
    /// Within this time, another writer can leave a file with the same size, time and number: file systems count time in
    /// ticks, and use numbers again.
    private static let tick: Int64 = 50_000_000
    /// The changes of a setting that can be undone so that its former bytes return.
    private static let mostEdits = 16
    private static let editsSize = 4 * 1024 * 1024

    private struct Part {
        let path: String
        let format: DocumentFormat
        var document: Document
        /// As another program wrote it.
        var original: [UInt8] = []
        /// `nil` if there is no file yet.
        var stamp: StoreFiles.File?
        /// True if the stamp is older than a tick, so that it tells a change.
        var isSettled = false
        var problem: SettingsFileError?

        /// True if the file is another one than was read.
        mutating func isChanged() -> Bool {
            let now = StoreFiles.File(path: path)
            guard now == stamp else { return true }
            guard let now, !isSettled else { return false }
            guard problem == nil else { return true }
            isSettled = SettingsFile.isSettled(now)
            let bytes = try? RegularFile.bytes(of: path, limit: Document.maximumSize)
            return bytes != document.bytes
        }
    }

    private struct State {
        var parts: [Part]
        /// `nil` before the first reading.
        var stamps: [StoreFiles.File?]?
        var digest: String?
        var values: [String: Value] = [:]
        var problems: [String] = []
        var places: FilePlaces?
        var edits: [String: [(part: Int, edit: DocumentEdit)]] = [:]
    }

    private let state: Locked<State>
    private let settings: Locked<WeakSettings>

    private struct WeakSettings {
        weak var settings: Settings?
    }

    /// Creates the place of the values.
    ///
    /// - Parameter paths: The files, which need not exist yet.
    /// - Throws: `SettingsFileError` for a file whose format is not known.
    package init(_ paths: [String], of settings: Settings) throws(SettingsFileError) {
        var parts: [Part] = []
        for path in paths {
            guard let format = DocumentFormat(path: path) else {
                throw SettingsFileError(
                    description:
                        "The name of '\(path)' does not tell its format. Use one of the endings .json, "
                        + ".jsonc, .yaml, .yml, .toml, .ini, .cfg, .conf and .env.")
            }
            guard let document = try? Document(reading: [], as: format) else { continue }
            parts.append(Part(path: path, format: format, document: document))
        }
        state = Locked(State(parts: parts))
        self.settings = Locked(WeakSettings(settings: settings))
    }

    private var schema: (Schema, digest: String)? {
        settings.withLock { $0.settings?.snapshot }.map { ($0.schema, $0.digest) }
    }

    package var paths: [String] { state.withLock { $0.parts.map(\.path) } }

    // MARK: - Reading

    package var keys: [String] {
        schema?.0.settings.filter { $0.pickerKey == nil }.map(\.key) ?? []
    }

    package var isChanged: Bool {
        let digest = schema?.digest
        return state.withLock { state in
            guard state.digest == digest, state.stamps == state.parts.map(\.stamp) else {
                return true
            }
            return state.parts.indices.contains { state.parts[$0].isChanged() }
        }
    }

    package var problems: [String] { state.withLock { $0.problems } }

    /// The values of the files that belong to no setting.
    package var others: [(path: String, names: [String])] {
        state.withLock { state in
            guard let places = state.places else { return [] }
            return state.parts.map { ($0.path, places.others(in: $0.document)) }
        }
    }

    package func get() throws -> [String: Value] {
        guard let (schema, digest) = schema else { return [:] }
        return try state.withLock { state in
            if state.digest != digest { state.places = FilePlaces(schema) }
            state.digest = digest
            for index in state.parts.indices { Self.read(&state.parts[index]) }
            state.stamps = state.parts.map(\.stamp)
            if let problem = state.parts.lazy.compactMap(\.problem).first { throw problem }
            (state.values, state.problems) = Self.values(of: schema, state)
            return state.values
        }
    }

    private static func read(_ part: inout Part) {
        guard part.problem != nil || part.isChanged() else { return }
        let stamp = StoreFiles.File(path: part.path)
        part.stamp = stamp
        part.isSettled = stamp.map(isSettled) ?? true
        part.problem = nil
        do {
            let bytes =
                stamp == nil
                ? [] : try RegularFile.bytes(of: part.path, limit: Document.maximumSize)
            part.document = try Document(reading: bytes, as: part.format)
            part.original = bytes
        } catch {
            let reason = (error as? any SpokenError)?.description ?? "\(error)"
            part.problem = SettingsFileError(
                description:
                    "'\(part.path)' cannot be read: \(reason) Until that is corrected, no setting can be changed."
            )
        }
    }

    private static func isSettled(_ file: StoreFiles.File) -> Bool {
        Int64(Date().timeIntervalSince1970 * 1e9) > file.modified + tick
    }

    private static func values(of schema: Schema, _ state: State) -> ([String: Value], [String]) {
        var values: [String: Value] = [:]
        var problems: [String] = []
        for setting in schema.settings where setting.pickerKey == nil {
            guard let (index, _, node, json) = place(of: setting, state) else { continue }
            let part = state.parts[index]
            do throws(ValueProblem) {
                values[setting.key] = try setting.value(
                    inFile: json, onlyText: part.format.hasOnlyText)
            } catch {
                // Monitoring shows the problems to everybody, so that they have no values.
                problems.append(
                    "'\(part.path)', line \(part.document.position(of: node).line): "
                        + error.withoutContent.sentence(about: "'\(setting.key)'"))
            }
        }
        return (values, problems)
    }

    /// Returns the last place where a setting has a value; `null` counts where it is one.
    private static func place(
        of setting: Schema.Setting, _ state: State
    ) -> (part: Int, path: DocumentPath, node: DocumentNode, json: JSONValue)? {
        guard let places = state.places else { return nil }
        for index in state.parts.indices.reversed() {
            let document = state.parts[index].document
            let path = places.path(of: setting.key, in: document)
            guard let node = document.node(at: path) else { continue }
            let json = places.value(of: setting.key, in: node.value)
            if !setting.resets(json) { return (index, path, node, json) }
        }
        return nil
    }

    // MARK: - Writing

    package func set(_ values: [String: Value?]) throws -> Veto? {
        guard let (schema, _) = schema else { return nil }
        return try state.withLock { state in
            for attempt in 0..<Self.mostTries {
                for index in state.parts.indices { Self.read(&state.parts[index]) }
                if let problem = state.parts.lazy.compactMap(\.problem).first { throw problem }
                if let veto = Self.conflict(values, schema, state) { return veto }
                var draft = state
                var refused: [String: String] = [:]
                for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                    guard let setting = schema.settings[key] else { continue }
                    if let reason = Self.hiddenContent(of: setting, state) {
                        refused[key] = reason
                        continue
                    }
                    do {
                        try Self.write(value, of: setting, &draft)
                    } catch {
                        refused[key] = (error as? any SpokenError)?.description ?? "\(error)"
                    }
                }
                guard refused.isEmpty else { return .keys(refused) }
                if let veto = try Self.veto(values, schema, state, &draft) { return veto }
                guard try Self.store(&draft, over: state, isHurried: attempt > 0) else {
                    // Another program wrote the file at the same moment.
                    for index in state.parts.indices { state.parts[index].isSettled = false }
                    continue
                }
                draft.stamps = draft.parts.map(\.stamp)
                for (key, value) in values { draft.values[key] = value }
                state = draft
                return nil
            }
            return .all("Others write the file at the same time. Try again later.")
        }
    }

    /// A value that the page cannot show, such as a list with a part of another kind, would be lost by a change.
    ///
    /// `nil` for a setting without such content. A value without parts can be replaced.
    private static func hiddenContent(of setting: Schema.Setting, _ state: State) -> String? {
        guard let (index, _, node, json) = place(of: setting, state),
            !(json.array?.isEmpty ?? json.object?.members.isEmpty ?? true)
        else { return nil }
        let part = state.parts[index]
        do throws(ValueProblem) {
            _ = try setting.value(inFile: json, onlyText: part.format.hasOnlyText)
            return nil
        } catch {
            let line = part.document.position(of: node).line
            return
                "Change it in the file, line \(line), because a change here would replace all of it. "
                + error.withoutContent.sentence(about: "'\(setting.key)'")
        }
    }

    /// Others can have changed a setting since the settings were read from the file.
    private static func conflict(
        _ values: [String: Value?], _ schema: Schema, _ state: State
    ) -> Veto? {
        guard state.stamps != state.parts.map(\.stamp) else { return nil }
        let (now, _) = Self.values(of: schema, state)
        var reasons: [String: String] = [:]
        for (key, value) in values where now[key] != state.values[key] && now[key] != value {
            reasons[key] = "It was changed in the file at the same moment. Load the page again."
        }
        return reasons.isEmpty ? nil : .keys(reasons)
    }

    /// Returns the reasons, if the schema of the program does not accept the files with the changes.
    ///
    /// A setting that the schema needs is written with its default in place of being removed.
    private static func veto(
        _ values: [String: Value?], _ schema: Schema, _ state: State, _ draft: inout State
    ) throws -> Veto? {
        func rules(_ draft: State) -> DocumentRules? {
            DocumentRules(
                schema.documentRules, before: state.parts.map(\.document),
                after: draft.parts.map(\.document))
        }
        // A file that others wrote can return, whether the schema accepts it or not.
        guard draft.parts.contains(where: { $0.document.bytes != $0.original }),
            let broken = rules(draft)
        else { return nil }
        for (key, value) in values where value == nil {
            guard let setting = schema.settings[key], let value = setting.plainDefault else {
                continue
            }
            try write(value, of: setting, &draft)
        }
        guard rules(draft) != nil else { return nil }
        guard let places = draft.places, let document = draft.parts.last?.document else {
            return nil
        }
        let all = schema.settings.reduce(into: [:]) { paths, setting in
            paths[setting.key] = places.path(of: setting.key, in: document)
        }
        return broken.veto(of: all.filter { values[$0.key] != nil }, among: all)
    }

    private static func write(
        _ value: Value?, of setting: Schema.Setting, _ state: inout State
    ) throws {
        guard let places = state.places else { return }
        let now = place(of: setting, state)
        if let value {
            let index = now?.part ?? (state.parts.count - 1)
            guard state.parts.indices.contains(index) else { return }
            let part = state.parts[index]
            let path = now?.path ?? places.path(of: setting.key, in: part.document)
            if takeBack(to: value, of: setting, at: path, index, &state) { return }
            // A map is added as a section.
            let former = now?.json ?? (part.format == .ini && path.count == 1 ? [:] : nil)
            let json = setting.json(
                inFile: value, insteadOf: former, onlyText: part.format.hasOnlyText)
            let old = part.document.node(at: path)?.value
            let whole = try places.whole(json, of: setting.key, in: old) ?? json
            let edit = try state.parts[index].document.set(whole, at: path)
            remember(edit, of: setting.key, index, &state)
            return
        }
        for index in state.parts.indices {
            let document = state.parts[index].document
            let path = places.path(of: setting.key, in: document)
            guard let old = document.node(at: path)?.value,
                !places.isMissing(setting.key, in: old),
                !takeBack(to: nil, of: setting, at: path, index, &state)
            else { continue }
            let edit =
                if let rest = try places.whole(nil, of: setting.key, in: old) {
                    try state.parts[index].document.set(rest, at: path)
                } else {
                    try state.parts[index].document.remove(at: path)
                }
            remember(edit, of: setting.key, index, &state)
        }
    }

    /// Undoes the last changes of a setting, if it had this value before one of them: then the bytes are as they
    /// were.
    private static func takeBack(
        to value: Value?, of setting: Schema.Setting, at path: DocumentPath, _ index: Int,
        _ state: inout State
    ) -> Bool {
        let edits = state.edits[setting.key] ?? []
        let onlyText = state.parts[index].format.hasOnlyText
        var document = state.parts[index].document
        let places = state.places
        for place in edits.indices.reversed() {
            guard edits[place].part == index, edits[place].edit.path == path,
                document.undo(edits[place].edit)
            else { return false }
            let before = edits[place].edit.before
            let former = before.flatMap { json in
                let own = places?.value(of: setting.key, in: json) ?? json
                return try? setting.value(inFile: own, onlyText: onlyText)
            }
            // A value that the setting does not accept counts as none, and returns as well.
            guard former == value else { continue }
            state.parts[index].document = document
            state.edits[setting.key] = Array(edits[..<place])
            return true
        }
        return false
    }

    private static func remember(
        _ edit: DocumentEdit, of key: String, _ index: Int, _ state: inout State
    ) {
        state.edits[key, default: []].append((index, edit))
        if let count = state.edits[key]?.count, count > mostEdits {
            state.edits[key]?.removeFirst(count - mostEdits)
        }
        let size = state.edits.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.edit.size } }
        if size > editsSize { state.edits = [key: state.edits[key] ?? []] }
    }

    /// Returns false if another program wrote one of the files at the same moment; it has to be written again.
    private static func store(
        _ draft: inout State, over state: State, isHurried: Bool
    ) throws -> Bool {
        for index in draft.parts.indices
        where draft.parts[index].document.bytes != state.parts[index].document.bytes {
            let part = draft.parts[index]
            // Without a file there is no text, and one that was made in the meantime is not replaced.
            let known = state.parts[index].document.bytes
            let replacement = FileReplacement(path: part.path)
            var (file, lost, isReplaced) = try replacement.replace(
                with: part.document.bytes, knowing: known, isHurried: isHurried)
            draft.parts[index].stamp = file
            draft.parts[index].isSettled = false
            guard lost != nil else { continue }
            var own = part.document.bytes
            // Their text is the file again, unless it changes once more in the meantime.
            for _ in 0..<mostTries {
                guard isReplaced, let theirs = lost else { break }
                (file, lost, isReplaced) = try replacement.replace(
                    with: theirs, knowing: own, isHurried: true)
                own = theirs
            }
            return false
        }
        return true
    }
}
