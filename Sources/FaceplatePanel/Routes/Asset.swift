import Crypto
import Foundation

/// A file of the page that is kept in the binary.
///
/// Its address holds its digest, so that browsers may keep it for ever.
struct Asset: Sendable {
    static let style = Asset("panel", "css", "text/css; charset=utf-8", PackageResources.panel_css)
    static let script = Asset(
        "panel", "js", "text/javascript; charset=utf-8", PackageResources.panel_js)
    static let all = [style, script]

    let path: String
    let response: PanelResponse

    private init(_ name: String, _ ending: String, _ type: String, _ bytes: [UInt8]) {
        path = "/assets/\(name).\(Self.digest(of: bytes)).\(ending)"
        response = PanelResponse(200, type: type, bytes, caching: .forever)
    }

    /// Tells a content from any other: 12 hexadecimal digits.
    static func digest(of bytes: [UInt8]) -> String {
        SHA256.hash(data: Data(bytes)).prefix(6)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
