/// The values that the program works with, as it last said.
struct Applied: Sendable {
    /// What a setting was when the program took it.
    struct Running: Sendable, Equatable {
        /// `nil` for a secret, and where there was none.
        let value: Value?
        /// Of a secret the revision that set it, else 0; a secret's value is not kept.
        let revision: Int
    }

    /// Who said it; the words that the store keeps.
    enum Marker: String, Sendable {
        /// The program itself, or a script that starts it.
        case program
        /// A panel that was served while no program had ever said anything.
        case panel
    }

    /// By key; what nobody ever said is not among them.
    private(set) var running: [String: Running] = [:]
    /// Counts up with each time that something was said.
    let mark: Int

    static let none = Applied()

    private init() {
        mark = 0
    }

    init(_ state: StoredState, _ schema: Schema) {
        mark = state.mark
        for (key, known) in state.running {
            guard let setting = schema.settings[key] else { continue }
            let value = known.value.flatMap { try? JSONReader.read($0) }.flatMap(setting.adopted)
            // What an earlier schema took in another form cannot be compared.
            if known.value != nil, value == nil { continue }
            running[setting.key] = Running(value: value, revision: known.revision)
        }
    }

    /// Whether a program ever said what it works with.
    static func isSaidByProgram(_ state: StoredState) -> Bool {
        state.running.values.contains { $0.marker == Marker.program.rawValue }
    }
}
