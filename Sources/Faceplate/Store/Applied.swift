struct Applied: Sendable {
    struct Running: Sendable, Equatable {
        let value: Value?
        /// The revision that set a secret, whose value is not stored here; 0 for other settings.
        let revision: Int
    }

    enum Marker: String, Sendable {
        /// The program itself, or a script that starts it.
        case program
        /// A panel that was served when no program had marked any values yet.
        case panel
    }

    /// Settings that were never marked are missing.
    private(set) var running: [String: Running] = [:]
    let mark: Int

    static let none = Applied()

    private init() {
        mark = 0
    }

    init(_ state: StoredState, _ schema: Schema) {
        mark = state.runningMark
        for (key, known) in state.running {
            guard let setting = schema.settings[key] else { continue }
            let value = known.value.flatMap { try? JSONReader.read($0) }.flatMap(setting.adopted)
            // A value in the form of an earlier schema cannot be compared.
            if known.value != nil, value == nil { continue }
            running[setting.key] = Running(value: value, revision: known.revision)
        }
    }

    mutating func markOutdated(_ key: String) {
        running[key] = Running(value: nil, revision: -1)
    }

    func omitting(_ isOmitted: (String) -> Bool) -> Applied {
        var applied = self
        applied.running = running.filter { !isOmitted($0.key) }
        return applied
    }

    static func isSaidByProgram(_ state: StoredState) -> Bool {
        state.running.values.contains { $0.marker == Marker.program.rawValue }
    }
}
