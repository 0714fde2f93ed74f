import Crypto
import Foundation

/// A style sheet or script of the page.
///
/// Its address holds its digest, so that browsers may keep it for ever.
struct Asset: Sendable {
    /// What the page always has, as it is kept in the binary.
    static let style = Asset("panel", "css", PackageResources.panel_css)
    static let script = Asset("panel", "js", PackageResources.panel_js)
    static let all = [style, script]

    let path: String
    let response: PanelResponse

    /// - Parameter ending: `css` or `js`.
    init(_ name: String, _ ending: String, _ bytes: [UInt8]) {
        path = "\(Self.folder)\(name).\(Self.digest(of: bytes)).\(ending)"
        let type = ending == "css" ? "text/css" : "text/javascript"
        response = PanelResponse(
            200, type: "\(type); charset=utf-8", bytes, caching: .forever)
    }

    static let folder = "/assets/"

    /// The segments of its address.
    var segments: [String] { path.split(separator: "/").map(String.init) }

    /// Tells a content from any other: 12 hexadecimal digits.
    static func digest(of bytes: [UInt8]) -> String {
        SHA256.hash(data: Data(bytes)).prefix(6)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
