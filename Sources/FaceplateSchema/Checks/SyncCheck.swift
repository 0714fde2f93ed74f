/// Machines share only what is theirs in common: no value that the program alone sets, no large file,
/// and not the switch of sharing itself.
struct SyncCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let switchKey = document.panel?.string("panelSyncSwitch")
        return unknownSwitch(switchKey, document)
            + document.items.compactMap { item in
                guard item.node.boolean("itemSynced") == true else { return nil }
                return reason(item, switchKey).map { item.node.problem("itemSynced", $0) }
            }
    }

    private func unknownSwitch(
        _ key: String?, _ document: SchemaDocument
    ) -> [SchemaProblem] {
        let switches = document.items.filter { $0.control == .switch }.compactMap(\.key)
        guard let panel = document.panel, let key, !switches.contains(key) else { return [] }
        return [
            panel.problem(
                "panelSyncSwitch",
                "no switch has the key '\(key)'."
                    + NearestWord.suggestion(for: key, among: switches))
        ]
    }

    /// Why an item cannot be shared; of a control that never is, its name says it already.
    private func reason(_ item: SchemaDocument.Item, _ switchKey: String?) -> String? {
        if let key = item.key, key == switchKey {
            return "'\(key)' turns sharing on and off, and each machine has its own."
        }
        if item.node.boolean("itemReadOnly") == true {
            return "A read-only value is the machine's own, and is not shared."
        }
        let most = SettingRules.largestSyncedFileSize
        if item.control == .editFile, let size = item.node.count("itemMaximumSize"), size > most {
            return "A shared file may have \(most) bytes at most, and 'itemMaximumSize' is \(size)."
        }
        return nil
    }
}
