import Crypto
import Foundation

/// A file of the page that is kept in the binary. Its address holds its digest, so that browsers
/// may keep it for ever.
struct Asset: Sendable {
    static let style = Asset("panel", "css", "text/css; charset=utf-8", PackageResources.panel_css)
    static let script = Asset(
        "panel", "js", "text/javascript; charset=utf-8", PackageResources.panel_js)
    static let all = [style, script]
    /// Changes when any asset does.
    static let version = all.map(\.digest).joined()

    let path: String
    let digest: String
    let response: PanelResponse

    private init(_ name: String, _ ending: String, _ type: String, _ bytes: [UInt8]) {
        digest = SHA256.hash(data: Data(bytes)).prefix(6)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        path = "/assets/\(name).\(digest).\(ending)"
        response = PanelResponse(200, type: type, bytes, caching: .forever)
    }
}
