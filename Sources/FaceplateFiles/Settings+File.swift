public import Faceplate
import FaceplateDocument
public import FaceplateSchema
public import Logging

extension Settings {
    /// Opens settings whose values are in the program's own configuration files: JSON (also with comments), YAML, TOML,
    /// INI or `.env`.
    ///
    /// A change replaces only the bytes of its value. Comments, order and spelling stay, and so do keys that the schema
    /// does not have. Edits by others are read within 100 ms, as revisions of the origin `file`. Of several files, a later
    /// one wins over an earlier one.
    ///
    /// - Parameters:
    ///   - files: the files, which need not exist yet; their endings tell the format.
    ///   - path: the database of the history, the profiles and the secrets; `nil` for a history in memory.
    /// - Throws: `StoreError` if the database cannot be used, or an error with one sentence if the format of a file is
    ///   not known. A file that cannot be read is one of the `problems`.
    public static func open(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(), files: [String],
        at path: String? = nil, adoption: Adoption = Adoption(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [], watches: Bool = true,
        logger: Logger = .faceplate()
    ) throws -> Settings {
        let settings =
            if let path {
                try open(
                    schema, labels: labels, at: path, adoption: adoption, content: content,
                    locks: locks, watches: watches, logger: logger)
            } else {
                try inMemory(
                    schema, labels: labels, content: content, locks: locks, logger: logger)
            }
        do {
            try settings.use(files: files, watches: watches)
            return settings
        } catch {
            settings.close()
            throw error
        }
    }

    /// Uses the values of configuration files from now on.
    ///
    /// - Returns: The sentences about values that belong to no setting.
    @discardableResult
    package func use(files: [String], watches: Bool = true) throws(SettingsFileError) -> [String] {
        let file = try SettingsFile(files, of: self)
        use(file)
        if watches { watch(file) }
        return file.others.compactMap { path, names in
            guard !names.isEmpty else { return nil }
            let shown = names.prefix(10).joined(separator: ", ")
            let more = names.count > 10 ? " and \(names.count - 10) more" : ""
            return
                "'\(path)' has values that are not in the schema, and stay as they are: \(shown)\(more)."
        }
    }

    private func watch(_ file: SettingsFile) {
        let folders = Set(file.paths.map { PathParts($0).folder })
        let watcher = FolderWatcher(
            Array(folders), pause: .milliseconds(20), net: .seconds(2), isOwn: { !file.isChanged }
        ) { [weak self] in
            if file.isChanged { self?.sourceChanged() }
        }
        // It lasts as long as the settings.
        _ = observe { _ in withExtendedLifetime(watcher) {} }
    }
}
