/// The values that the program uses, as it last marked them.
struct Applied: Sendable {
    /// The state of a setting when the program read it.
    struct Running: Sendable, Equatable {
        /// The value; `nil` for a secret, and for a setting without a value.
        let value: Value?
        /// The revision that set a secret, whose value is not stored here; 0 for other settings.
        let revision: Int
    }

    /// The party that marked the values; the store holds the raw value.
    enum Marker: String, Sendable {
        /// The program itself, or a script that starts it.
        case program
        /// A panel that was served when no program had marked any values yet.
        case panel
    }

    /// The marked values, by key; settings that were never marked are missing.
    private(set) var running: [String: Running] = [:]
    /// A counter that increases with each marking.
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

    /// Marks a setting as one whose value in use is another than the current one, without naming that value.
    mutating func markOutdated(_ key: String) {
        running[key] = Running(value: nil, revision: -1)
    }

    /// Returns these values without those of some settings.
    func omitting(_ isOmitted: (String) -> Bool) -> Applied {
        var applied = self
        applied.running = running.filter { !isOmitted($0.key) }
        return applied
    }

    /// Returns true when a program has ever marked its values.
    static func isSaidByProgram(_ state: StoredState) -> Bool {
        state.running.values.contains { $0.marker == Marker.program.rawValue }
    }
}
