import Faceplate

struct SessionCookie {
    let name: String
    private let path: String
    private let isSecure: Bool

    /// Browsers send a cookie to every port of a host, so its name contains the port as the browser knows it: panels on
    /// two ports of one machine, or behind two forwarded ports, do not meet.
    ///
    /// Over TLS the name begins with `__Host-`, which browsers accept only with `Secure` and for the whole host, from
    /// that host itself. Without TLS they would refuse such a cookie.
    init(for request: some PanelRequest, path: String) {
        let host = request.header("host") ?? ""
        // An IPv6 address without a port ends with a bracket, so its last part is no number.
        let port = host.split(separator: ":").last.flatMap { UInt16($0) }
        let name = "faceplate_session" + (port.map { "_\($0)" } ?? "")
        isSecure = request.isSecure
        self.name = isSecure ? "__Host-\(name)" : name
        self.path = isSecure ? "/" : path
    }

    /// Several, if another page of the host has set one for a longer path.
    func ids(in request: some PanelRequest) -> [String] {
        Array(request.cookies(named: name).prefix(Self.mostIDs))
    }

    private static let mostIDs = 4

    func set(_ id: CredentialText) -> (name: String, value: String) {
        header(id.text, age: Int(Credentials.Session.longest))
    }

    var removal: (name: String, value: String) { header("", age: 0) }

    private func header(_ value: String, age: Int) -> (name: String, value: String) {
        (
            "Set-Cookie",
            "\(name)=\(value); Path=\(path); Max-Age=\(age); HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "")
        )
    }
}

extension PanelRequest {
    /// In the order in which the browser sends them.
    func cookies(named name: String) -> [String] {
        headers("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { return nil }
            return String(parts[1])
        }
    }
}
