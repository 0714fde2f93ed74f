extension Schema {
    /// A form that a line of text must have (`itemTextFormat`); an empty line is not checked.
    public enum TextFormat: String, Sendable, CaseIterable {
        /// `192.0.2.1`.
        case ipv4
        /// `2001:db8::1`.
        case ipv6
        /// An address of either kind.
        case ip
        /// Addresses with the same beginning: `192.0.2.0/24`, `2001:db8::/32`.
        case cidr
        /// `00:00:5e:00:53:01`, also with hyphens.
        case mac
        /// `host.example.org`, of ASCII letters, digits and hyphens.
        case hostname
        /// A host name or an address with a port: `host.example.org:8080`, `[2001:db8::1]:8080`.
        case hostPort = "host:port"
        /// `name@example.org`, as HTML defines it.
        case email
        /// `123e4567-e89b-12d3-a456-426614174000`.
        case uuid
        /// A semantic version: `1.4.0-beta.2`.
        case semver
    }
}

extension Schema.TextFormat {
    var keyboard: Schema.Keyboard? {
        switch self {
        case .email: .email
        case .hostname, .hostPort: .url
        default: nil
        }
    }

    /// The rule of the format, which is also its name in JSON Schema where that has one.
    var form: TextForm { Self.forms[self] ?? TextForm(rawValue) }

    private static let forms = allCases.reduce(into: [Self: TextForm]()) { $0[$1] = $1.make() }

    private func make() -> TextForm {
        let pattern = "^(\(pattern))$"
        let compiled = try? Pattern(pattern)
        let longest = longest
        return TextForm(
            rawValue, examples: examples, pattern: pattern,
            accepts: { text in
                text.utf8.count <= longest ?? .max && compiled?.matches(text) ?? false
            })
    }

    private var examples: [String] {
        switch self {
        case .ipv4: ["192.0.2.1"]
        case .ipv6: ["2001:db8::1"]
        case .ip: ["192.0.2.1", "2001:db8::1"]
        case .cidr: ["192.0.2.0/24", "2001:db8::/32"]
        case .mac: ["00:00:5e:00:53:01"]
        case .hostname: ["host.example.org"]
        case .hostPort: ["host.example.org:8080", "[2001:db8::1]:8080"]
        case .email: ["name@example.org"]
        case .uuid: ["123e4567-e89b-12d3-a456-426614174000"]
        case .semver: ["1.4.0", "1.4.0-beta.2"]
        }
    }

    /// In bytes.
    private var longest: Int? {
        switch self {
        case .hostname: 253
        case .hostPort: 259
        default: nil
        }
    }

    private var pattern: String {
        switch self {
        case .ipv4: Self.ipv4Pattern
        case .ipv6: Self.ipv6Pattern
        case .ip: "\(Self.ipv4Pattern)|\(Self.ipv6Pattern)"
        case .cidr:
            "\(Self.ipv4Pattern)/(3[0-2]|[12]?[0-9])|"
                + "(\(Self.ipv6Pattern))/(12[0-8]|1[01][0-9]|[1-9]?[0-9])"
        case .mac: "[0-9A-Fa-f]{2}((:[0-9A-Fa-f]{2}){5}|(-[0-9A-Fa-f]{2}){5})"
        case .hostname: Self.hostPattern
        case .hostPort: "(\(Self.hostPattern)|\\[(\(Self.ipv6Pattern))\\]):\(Self.portPattern)"
        case .email: "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@\(Self.hostPattern)"
        case .uuid: "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
        case .semver: Self.semverPattern
        }
    }

    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    private static let ipv4Pattern = "(\(octet)\\.){3}\(octet)"
    private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    private static let hostPattern = "\(label)(\\.\(label))*"
    private static let portPattern =
        "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})"

    /// Eight groups, of which an address of version 4 can be the last two and `::` one or more.
    private static let ipv6Pattern: String = {
        let group = "[0-9A-Fa-f]{1,4}"
        let shortened = (0...7).map { before -> String in
            let left = before == 0 ? "" : "\(group)(:\(group)){\(before - 1)}"
            let after = 7 - before
            guard after > 0 else { return left + "::" }
            let right = "\(group)(:\(group)){0,\(after - 1)}"
            let withIPv4 = after > 1 ? "|(\(group):){0,\(after - 2)}\(ipv4Pattern)" : ""
            return "\(left)::(\(right)\(withIPv4))?"
        }
        return "(\(group):){7}\(group)|(\(group):){6}\(ipv4Pattern)|"
            + shortened.joined(separator: "|")
    }()

    private static let semverPattern: String = {
        let number = "(0|[1-9][0-9]*)"
        let part = "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
        return "\(number)\\.\(number)\\.\(number)(-\(part)(\\.\(part))*)?"
            + "(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?"
    }()
}
