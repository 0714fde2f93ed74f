extension Settings {
    /// What holds a setting at a value that the store does not decide.
    ///
    /// While it is there nobody can change the setting: not a page, a script, the command line or
    /// the program. The stored value is kept, and comes back when the lock goes.
    public struct Lock: Sendable, CustomStringConvertible {
        /// Where a lock comes from: what people are told, so that they find it.
        public enum Source: Sendable, Hashable {
            /// An environment variable, by its name.
            case environment(variable: String)
            /// A file, as it was named.
            case file(String)
            /// Words that follow "set by": `the installer`.
            case other(String)
        }

        /// The key of a setting, or of an option of a `select` group.
        public let key: String
        /// The value; `reset` and `clear` are none.
        public let input: Assignment.Input
        /// Where it comes from.
        public let source: Source

        /// Makes a lock.
        ///
        /// The value is checked when the settings are opened.
        public init(_ key: String, _ input: Assignment.Input, source: Source) {
            self.key = key
            self.input = input
            self.source = source
        }

        /// The key and where the lock comes from; never the value, which may be a secret.
        public var description: String { "\(source.words): \(key)" }
    }

    /// All locks of a program.
    ///
    /// Of several for one setting the environment's wins, then the last one of the list. Variables
    /// that name no setting lock nothing; any other lock that does not fit keeps the settings from
    /// being opened.
    public struct Locks: Sendable, ExpressibleByArrayLiteral {
        /// What the name of a variable begins with, before the key in upper case with `.` and `-` as
        /// `_`: `FACEPLATE_SET_NET_PORT`.
        public static let prefix = "FACEPLATE_SET_"

        /// Those of files and of the program, in order; of two for a setting the last one wins.
        public var list: [Lock]
        /// The environment variables that lock settings, by name.
        public let variables: [String: String]

        /// Makes locks of a list and of those variables whose names begin with `prefix`.
        public init(_ list: [Lock] = [], environment: [String: String] = [:]) {
            self.list = list
            variables = environment.filter { $0.key.hasPrefix(Self.prefix) }
        }

        /// Makes locks of a list alone.
        public init(arrayLiteral elements: Lock...) {
            self.init(elements)
        }

        /// The variable that locks a setting.
        public static func variable(for key: String) -> String {
            let name = key.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 }
            return prefix + String(name)
        }

        /// The variables that name no setting of a schema, by name, each with the one that was
        /// probably meant.
        public func unknownVariables(in schema: Schema) -> [(name: String, nearest: String?)] {
            let known = Self.keys(in: schema)
            // What all names begin with makes none of them alike.
            func tail(_ name: String) -> String { String(name.dropFirst(Self.prefix.count)) }
            let tails = known.keys.map(tail)
            return variables.keys.filter { known[$0] == nil }.sorted().map { name in
                (name, NearestWord.to(tail(name), among: tails).map { Self.prefix + $0 })
            }
        }

        /// The locks for a schema, each before those that win over it.
        func all(in schema: Schema) -> [Lock] {
            let keys = variables.isEmpty ? [:] : Self.keys(in: schema)
            return list
                + variables.sorted { $0.key < $1.key }.compactMap { name, text in
                    keys[name].map { Lock($0, .text(text), source: .environment(variable: name)) }
                }
        }

        /// The keys of settings and options, former ones included, by the variables that name them.
        private static func keys(in schema: Schema) -> [String: String] {
            (schema.formerKeys + schema.keys.filter(schema.isSettable))
                .reduce(into: [:]) { $0[variable(for: $1)] = $1 }
        }
    }
}

extension Settings.Lock.Source {
    /// What is said of it in English, and what scripts are answered: `environment variable X`.
    public var words: String {
        switch self {
        case .environment(let variable): "environment variable \(variable)"
        case .file(let name): "the file '\(name)'"
        case .other(let words): words
        }
    }

    /// What the sentence of a refused value needs.
    var parameters: [String: String] {
        switch self {
        case .environment(let variable): ["variable": variable]
        case .file(let name): ["file": name]
        case .other(let words): ["source": words]
        }
    }
}

/// A value that a lock holds a setting at.
struct LockedValue: Sendable {
    /// Of a secret its text.
    let value: Value
    let source: Settings.Lock.Source
}

/// What the locks of a program come to with one schema.
struct LockedValues: Sendable {
    private(set) var byKey: [String: LockedValue] = [:]
    /// One sentence for each lock that does not fit.
    private(set) var problems: [String] = []

    init(_ locks: Settings.Locks, _ schema: Schema) {
        let defaults = Snapshot(defaultsOf: schema)
        for lock in locks.all(in: schema) {
            do throws(KeyProblem) {
                let target = try Target(Assignment(lock.key, lock.input), in: defaults)
                byKey[target.setting.key] = LockedValue(
                    value: try Self.value(target, defaults), source: lock.source)
            } catch {
                problems.append("\(lock.source.words): \(Self.sentence(error, schema))")
            }
        }
    }

    private static func value(
        _ target: Target, _ snapshot: Snapshot
    ) throws(KeyProblem) -> Value {
        let key = target.assignment.key
        func refused(_ problem: ValueProblem) -> KeyProblem {
            KeyProblem(key: key, problem: problem)
        }
        // The state of a button is what its action makes of it.
        guard target.setting.control != .button else { throw refused(ValueProblem(.readOnly)) }
        let value: Value
        switch Intent(target, snapshot).wish {
        case .value(let given): value = given
        case .secret(let text): value = .text(text)
        case .unreadable(let problem): throw refused(problem)
        case .json, .onDefault, .nothing: throw refused(ValueProblem(.required))
        }
        if let problem = target.setting.rules.problem(with: value) { throw refused(problem) }
        return value
    }

    private static func sentence(_ problem: KeyProblem, _ schema: Schema) -> String {
        let nearest =
            problem.problem.code == .unknownKey
            ? NearestWord.to(problem.key, among: schema.keys.filter(schema.isSettable)) : nil
        let sentence = ProblemWords.english.sentence(
            for: problem.problem, label: "'\(problem.key)'",
            options: schema.settings[problem.key]?.options(for: problem.problem) ?? [],
            nearest: nearest.map { "'\($0)'" })
        return sentence.hasSuffix("?") ? sentence : sentence + "."
    }
}
