import Logging

extension Settings {
    /// A lock that holds a setting at a value, independently of the store.
    ///
    /// While the lock exists, nothing can change the setting: no page, script, command or program. The stored value
    /// stays unchanged, and is used again when the lock is removed.
    public struct Lock: Sendable, CustomStringConvertible {
        /// The source of a lock, which is shown to users so that they can find it.
        public enum Source: Sendable, Hashable {
            /// An environment variable, by its name.
            case environment(variable: String)
            /// A file, by the name that was given.
            case file(String)
            /// A phrase that follows "set by", such as `the installer`.
            case other(String)
        }

        /// The key of a setting, or of an option of a `select` group.
        public let key: String
        /// The value; `reset` and `clear` are not accepted.
        public let input: Assignment.Input
        /// The source of the lock.
        public let source: Source

        /// Creates a lock.
        ///
        /// The value is checked when the settings are opened.
        public init(_ key: String, _ input: Assignment.Input, source: Source) {
            self.key = key
            self.input = input
            self.source = source
        }

        /// The source and the key of the lock; never the value, which may be a secret.
        public var description: String { "\(source.words): \(key)" }
    }

    /// All locks of a program.
    ///
    /// If several locks name the same setting, an environment variable wins, then the last lock of the list. A variable
    /// that names no setting or is blank locks nothing. Any other lock that does not fit locks nothing either, and
    /// `Settings.problems` reports it.
    public struct Locks: Sendable, ExpressibleByArrayLiteral {
        /// The prefix of the names of the variables.
        ///
        /// The key follows in upper case, with `_` for `.` and `-`: `FACEPLATE_SET_NET_PORT`. With `_FILE` at its end,
        /// the variable names a file that contains the value.
        public static let prefix = "FACEPLATE_SET_"
        private static let fileSuffix = "_FILE"
        private static let blankName = "FACEPLATE_BLANK"
        private static let blankWord = "set"
        /// In bytes; the longest text of a setting is shorter.
        private static let largestFile = 1 << 20

        /// The locks of files and of the program, in order; the last one for a setting wins.
        public var list: [Lock]
        /// The environment variables that lock settings, by name.
        public let variables: [String: String]
        /// The text of `FACEPLATE_BLANK`; `nil` if it is blank.
        private let blankRule: String?

        /// Creates locks from a list, and from the variables whose names begin with `prefix`.
        ///
        /// The values are checked when the settings are opened. A blank variable, empty or only white space, counts as
        /// not set, unless `FACEPLATE_BLANK` is `set`. A blank variable whose name ends with `_FILE` never counts.
        ///
        /// - Parameter environment: variables by name, such as `ProcessInfo.processInfo.environment`; those without the
        ///   prefix are ignored.
        public init(_ list: [Lock] = [], environment: [String: String] = [:]) {
            self.list = list
            variables = environment.filter { $0.key.hasPrefix(Self.prefix) }
            blankRule = StorePlace.variable(Self.blankName, environment)
        }

        /// Creates locks from a list only.
        public init(arrayLiteral elements: Lock...) {
            self.init(elements)
        }

        /// Returns the name of the variable that locks a setting: `FACEPLATE_SET_NET_PORT` for `net.port`.
        ///
        /// The keys of a schema never have the same name, because they differ in more than case, `.`, `-` and `_`.
        public static func variable(for key: String) -> String {
            prefix + SettingKeySyntax.variableName(key)
        }

        /// Returns the variables that name no setting of a schema, by name, each with the variable that was probably
        /// meant.
        package func unknownVariables(in schema: Schema) -> [(name: String, nearest: String?)] {
            let known = Self.keys(in: schema)
            // The prefix, which all names have, would make them similar.
            func tail(_ name: String) -> String { String(name.dropFirst(Self.prefix.count)) }
            let tails = known.keys.map(tail)
            return variables.keys.filter { Self.key(of: $0, known) == nil }.sorted().map { name in
                (name, NearestWord.to(tail(name), among: tails).map { Self.prefix + $0 })
            }
        }

        /// Returns the blank variables that name a setting of a schema and lock nothing, by name.
        ///
        /// Programs that start containers set such a variable for each variable of their own that is not set.
        package func blankVariables(in schema: Schema) -> [String] {
            let blank = variables.filter { StorePlace.isBlank($0.value) }
            let keys = blank.isEmpty ? [:] : Self.keys(in: schema)
            return blank.keys.filter { name in
                Self.key(of: name, keys).map { !counts(name, isFile: $0.isFile) } ?? false
            }.sorted()
        }

        /// A blank text can be a value, but not the name of a file.
        private func counts(_ variable: String, isFile: Bool) -> Bool {
            guard let text = variables[variable] else { return false }
            return !StorePlace.isBlank(text) || (!isFile && blankRule == Self.blankWord)
        }

        /// In the order of increasing priority.
        ///
        /// - Returns: The locks, and the sentences for files that cannot be read.
        func all(in schema: Schema) -> (locks: [Lock], problems: [String]) {
            let keys = variables.isEmpty ? [:] : Self.keys(in: schema)
            var (locks, problems) = (list, [String]())
            if let blankRule, blankRule != Self.blankWord {
                problems.append(
                    "environment variable \(Self.blankName): '\(blankRule)' has no meaning. Use 'set', or remove it."
                )
            }
            for (name, text) in variables.sorted(by: { $0.key < $1.key }) {
                guard let (key, isFile) = Self.key(of: name, keys), counts(name, isFile: isFile)
                else { continue }
                let source = Lock.Source.environment(variable: name)
                do {
                    let value = try isFile ? contents(of: text, in: name) : text
                    locks.append(Lock(key, .text(value), source: source))
                } catch {
                    // Without the text of the variable, which is a secret if it was meant for the other one.
                    problems.append("\(source.words): \(error)")
                }
            }
            return (locks, problems)
        }

        /// Returns the key of the setting that a variable locks, and true if the variable names a file.
        private static func key(
            of variable: String, _ keys: [String: String]
        ) -> (key: String, isFile: Bool)? {
            if let key = keys[variable] { return (key, false) }
            guard variable.hasSuffix(fileSuffix) else { return nil }
            return keys[String(variable.dropLast(fileSuffix.count))].map { ($0, true) }
        }

        /// Returns the text of a file, without the end of its last line.
        private func contents(of path: String, in variable: String) throws(FileRefusal) -> String {
            let other = String(variable.dropLast(Self.fileSuffix.count))
            guard !counts(other, isFile: false) else {
                throw FileRefusal(description: "\(other) is set, too, and counts.")
            }
            do throws(RegularFile.Refusal) {
                let bytes = try RegularFile.bytes(of: path, limit: Self.largestFile)
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw .unreadable
                }
                return text.hasSuffix("\n") || text.hasSuffix("\r\n")
                    ? String(text.dropLast()) : text
            } catch {
                throw FileRefusal(description: error.sentence)
            }
        }

        private static func keys(in schema: Schema) -> [String: String] {
            (schema.formerKeys + schema.keys.filter(schema.isSettable))
                .reduce(into: [:]) { $0[variable(for: $1)] = $1 }
        }
    }
}

private struct FileRefusal: SpokenError {
    let description: String
}

extension Settings.Lock.Source {
    /// The description in English, which is also used in responses to scripts: `environment variable X`.
    public var words: String {
        switch self {
        case .environment(let variable): "environment variable \(variable)"
        case .file(let name): "the file '\(name)'"
        case .other(let words): words
        }
    }

    var parameters: [String: String] {
        switch self {
        case .environment(let variable): ["variable": variable]
        case .file(let name): ["file": name]
        case .other(let words): ["source": words]
        }
    }
}

struct LockedValue: Sendable {
    /// For a secret, its text.
    let value: Value
    let source: Settings.Lock.Source
}

struct LockedValues: Sendable {
    private(set) var byKey: [String: LockedValue] = [:]
    private(set) var problems: [String] = []

    init(_ locks: Settings.Locks, _ schema: Schema) {
        let defaults = Snapshot(defaultsOf: schema)
        let (all, unread) = locks.all(in: schema)
        problems = unread
        for lock in all {
            do throws(KeyProblem) {
                let target = try Target(Assignment(lock.key, lock.input), in: defaults)
                byKey[target.setting.key] = LockedValue(
                    value: try Self.value(target, defaults), source: lock.source)
            } catch {
                problems.append("\(lock.source.words): \(Self.sentence(error, defaults))")
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
        // The state of a button comes from its action.
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

    private static func sentence(_ problem: KeyProblem, _ snapshot: Snapshot) -> String {
        let schema = snapshot.schema
        let nearest =
            problem.problem.code == .unknownKey
            ? NearestWord.to(problem.key, among: schema.keys.filter(schema.isSettable)) : nil
        return snapshot.sentence(
            for: KeyProblem(key: problem.key, problem: problem.problem, nearest: nearest))
    }
}

extension Settings {
    /// A lock that does not fit it has no effect, and is reported.
    func locks(for schema: Schema) -> [String: LockedValue] {
        let held = LockedValues(state.withLock { $0.locks }, schema)
        reportLocks(held.problems)
        return held.byKey
    }

    func reportLocks(_ problems: [String]) {
        let former = state.withLock { exchange(&$0.lockProblems, with: problems) }
        if former != problems { for problem in problems { logger.error("lock: \(problem)") } }
    }
}

extension Snapshot {
    package var locked: [Schema.Setting] { locks.keys.compactMap { schema.settings[$0] } }
}
