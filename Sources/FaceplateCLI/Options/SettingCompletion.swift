import ArgumentParser
import Faceplate
import FaceplateAddress
import FaceplateSchema
import Foundation

/// A panel that cannot be read offers none, and nothing is printed.
enum SettingCompletion {
    private static let revisionLimit = 20
    /// In seconds, for a panel at a URL.
    private static let patience = 3

    static let keys = CompletionKind.custom { arguments, _, _ in
        panel(for: arguments)?.snapshot.schema.settings.map(\.key) ?? []
    }

    /// Keys with `=`, and after it the values that the setting accepts: options, `true` and `false`.
    static let pairs = CompletionKind.custom { arguments, index, prefix in
        guard let schema = panel(for: arguments)?.snapshot.schema else { return [] }
        if let equals = prefix.firstIndex(of: "="), equals > prefix.startIndex {
            guard let setting = schema.settings[String(prefix[..<equals])] else { return [] }
            return values(of: setting).map { "\(setting.key)=\($0)" }
        }
        // Bash splits the arguments at '=', which can also be an argument itself.
        let before = arguments.indices.contains(index) ? arguments[..<index] : arguments[...]
        if prefix == "=", let setting = before.last.flatMap({ schema.settings[$0] }) {
            return values(of: setting).map { "=\($0)" }
        }
        if before.last == "=", let setting = before.dropLast().last.flatMap({ schema.settings[$0] })
        {
            return values(of: setting)
        }
        return schema.settings.map { "\($0.key)=" }
    }

    /// The end of the script for bash, which splits URLs at ':' and options at '='.
    ///
    /// It writes no space after `KEY=`, which is not the name of a file either.
    static let bashEnding = """

        _faceplate_pairs() {
            local index word last mark joins= place=0
            local -a parts=()
            for index in "${!COMP_WORDS[@]}"; do
                word=${COMP_WORDS[index]} last= mark=
                [[ ${#parts[@]} == 0 ]] || last=${parts[${#parts[@]} - 1]}
                if [[ ( -n $word && -z ${word//:} ) || ( $word == '=' && $last == --* ) ]]; then
                    mark=1
                fi
                if [[ -n $last && -n $mark$joins ]]; then
                    parts[${#parts[@]} - 1]+=$word
                else
                    parts+=("$word")
                fi
                joins=$mark
                [[ $index != "$COMP_CWORD" ]] || place=$((${#parts[@]} - 1))
            done
            local -a COMP_WORDS=("${parts[@]}")
            local COMP_CWORD=$place
            _faceplate "$@"
            [[ "${COMPREPLY[0]-}" != *= ]] || compopt -o nospace +o filenames 2>/dev/null
        }
        complete -o filenames -F _faceplate_pairs faceplate

        """

    static let revisions = CompletionKind.custom { arguments, _, _ in
        let found = try? panel(for: arguments)?.scanRevisions(
            before: nil, limit: revisionLimit, of: nil, choosing: \.self)
        return found?.revisions.map { String($0.number) } ?? []
    }

    static let profiles = CompletionKind.custom { arguments, _, _ in
        let found = try? panel(for: arguments)?.perform(ReadProfiles()).profiles
        return found?.map(\.name).filter(isPlain) ?? []
    }

    /// The values that a setting accepts, as far as a shell takes them as they are: bash would run `$(...)` in them.
    private static func values(of setting: Schema.Setting) -> [String] {
        allValues(of: setting).filter(isPlain)
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isAlphanumeric || "._-+/@%,".utf8.contains($0) }
    }

    private static func allValues(of setting: Schema.Setting) -> [String] {
        if case .boolean = setting.rules.kind { return ["true", "false"] }
        return setting.rules.options.map(\.plainText)
    }

    private static func panel(for arguments: [String]) -> (any CommandPanel)? {
        func option(_ name: String) -> String? {
            if let joined = arguments.last(where: { $0.hasPrefix("\(name)=") }) {
                return String(joined.dropFirst(name.count + 1))
            }
            guard let place = arguments.lastIndex(of: name), place + 1 < arguments.count
            else { return nil }
            return arguments[place + 1]
        }
        let environment = ProcessInfo.processInfo.environment
        let (database, schema) = (option("--database"), option("--schema"))
        let variable =
            database == nil && schema == nil
            ? StorePlace.variable("FACEPLATE_URL", environment) : nil
        if let url = option("--url") ?? variable, !url.isEmpty {
            var remote = RemoteOptions()
            remote.tokenFile = option("--token-file")
            remote.caFile = option("--ca-file")
            guard let address = try? PanelAddress(url),
                var connection = try? remote.connection(to: address)
            else { return nil }
            connection.patience = patience
            return try? RemotePanel(connection)
        }
        let location = DatabaseLocation(named: database, schema: schema, environment: environment)
        guard let path = location.path else { return nil }
        return try? Settings.openForReading(at: path, locks: .ofEnvironment, logger: .silent)
    }
}
