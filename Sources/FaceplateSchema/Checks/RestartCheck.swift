/// Checks that `panelRestart` names a button.
struct RestartCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        guard let panel = document.panel, let key = panel.string("panelRestart") else { return [] }
        let buttons = document.items.filter { $0.control == .button }.compactMap(\.key)
        guard !buttons.contains(key) else { return [] }
        return [
            panel.problem(
                "panelRestart",
                "no button has the key '\(key)'." + NearestWord.suggestion(for: key, among: buttons)
            )
        ]
    }
}
