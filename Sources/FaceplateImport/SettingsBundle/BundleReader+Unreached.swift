import FaceplateSchema

/// Panes that no row opens.
extension BundleReader {
    /// Adds notes about omitted panes, with the number of settings that only they contain.
    mutating func noteUnreached() {
        let files = unreached
        guard !files.isEmpty else { return }
        let known = readKeys
        var budget = unspent
        for file in files {
            do {
                let list = try PropertyListReader.read(folder.bytes(file, &budget), &budget)
                guard let specifiers = list.dictionary?["PreferenceSpecifiers"]?.array else {
                    continue
                }
                let keys = specifiers.compactMap { $0.dictionary?["Key"]?.scalar?.plainText }
                noteUnreached(file, Set(keys.filter { !$0.isEmpty }).subtracting(known).count)
            } catch {
                note(
                    ImportNote(
                        file, "", "No row leads here, and it cannot be read, so it is left out."))
            }
        }
    }

    private mutating func noteUnreached(_ file: String, _ count: Int) {
        let settings = count == 1 ? "1 setting stands" : "\(count) settings stand"
        note(
            ImportNote(
                file, "",
                "No row leads to this pane, so it is left out; \(count == 0 ? "no setting stands" : settings) "
                    + "only here. Name this file in the place of the folder to convert it."))
    }
}
