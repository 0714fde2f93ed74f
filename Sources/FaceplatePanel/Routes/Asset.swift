import Crypto
import Foundation

/// A style sheet or script of the page.
///
/// Its address holds its digest, so that browsers may keep it for ever.
struct Asset: Sendable {
    /// What the page always has, as it is kept in the binary.
    static let style = Asset("panel", "css", packed(PackageResources.panel_css))
    static let script = Asset("panel", "js", packed(PackageResources.panel_js))
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

    /// A source without its indentation and the lines that only explain: browsers need neither.
    static func packed(_ source: [UInt8]) -> [UInt8] {
        let lines = source.split(separator: 0x0A).map { line in
            line.drop { $0 == 0x20 }
        }
        return Array(lines.filter { !isComment($0) }.joined(separator: [0x0A]))
    }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.isEmpty || line.starts(with: Array("//".utf8))
            || line.starts(with: Array("/*".utf8)) && line.suffix(2).elementsEqual("*/".utf8)
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
