import Foundation

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

    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    private static let ipv4Pattern = "(\(octet)\\.){3}\(octet)"
    private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    private static let hostPattern = "\(label)(\\.\(label))*"
    private static let longestHost = 253

    private func make() -> TextForm {
        switch self {
        case .ipv4: Self.form(self, ["192.0.2.1"], "^\(Self.ipv4Pattern)$")
        case .ipv6: TextForm(rawValue, examples: ["2001:db8::1"], accepts: Self.isIPv6)
        case .ip:
            TextForm(
                rawValue, examples: ["192.0.2.1", "2001:db8::1"],
                accepts: { Self.ipv4.form.accepts($0) || Self.isIPv6($0) })
        case .cidr:
            TextForm(rawValue, examples: ["192.0.2.0/24", "2001:db8::/32"], accepts: Self.isCIDR)
        case .mac:
            Self.form(
                self, ["00:00:5e:00:53:01"],
                "^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$|^[0-9A-Fa-f]{2}(-[0-9A-Fa-f]{2}){5}$")
        case .hostname: Self.form(self, ["host.example.org"], "^\(Self.hostPattern)$", isHost: true)
        case .hostPort:
            TextForm(
                rawValue, examples: ["host.example.org:8080", "[2001:db8::1]:8080"],
                accepts: Self.isHostWithPort)
        case .email:
            Self.form(
                self, ["name@example.org"],
                "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@\(Self.hostPattern)$")
        case .uuid:
            Self.form(
                self, ["123e4567-e89b-12d3-a456-426614174000"],
                "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")
        case .semver: Self.form(self, ["1.4.0", "1.4.0-beta.2"], Self.semverPattern)
        }
    }

    private static let semverPattern: String = {
        let number = "(0|[1-9][0-9]*)"
        let part = "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
        return "^\(number)\\.\(number)\\.\(number)(-\(part)(\\.\(part))*)?"
            + "(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"
    }()

    private static func form(
        _ format: Self, _ examples: [String], _ pattern: String, isHost: Bool = false
    ) -> TextForm {
        let compiled = try? Pattern(pattern)
        return TextForm(
            format.rawValue, examples: examples, pattern: pattern,
            accepts: { text in
                (!isHost || text.utf8.count <= longestHost) && compiled?.matches(text) ?? false
            })
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Bool {
        guard text.utf8.allSatisfy(\.isDigit), text.first != "0" || text == "0" else {
            return false
        }
        return Int(text).map(range.contains) ?? false
    }

    private static func isCIDR(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let address = String(parts[0])
        return ipv4.form.accepts(address) && number(parts[1], in: 0...32)
            || isIPv6(address) && number(parts[1], in: 0...128)
    }

    private static func isHostWithPort(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"),
            number(text[text.index(after: colon)...], in: 1...65_535)
        else { return false }
        let host = text[..<colon]
        guard host.hasPrefix("["), host.hasSuffix("]") else {
            return hostname.form.accepts(String(host))
        }
        return isIPv6(String(host.dropFirst().dropLast()))
    }
}
