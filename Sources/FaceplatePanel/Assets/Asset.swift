import CEmbeddedFiles
import Faceplate
import FaceplateCryptography
import FaceplateSchema

/// A style sheet or script of the page.
///
/// Its URL contains its digest, so that browsers can cache it forever.
struct Asset: Sendable {
    /// The panel's own style sheet, as stored in the binary: its parts, joined.
    static let style = Asset(
        "panel", "css",
        shorteningProperties(
            packed(source(.tokensCSS, .frameCSS, .rowsCSS, .pagesCSS)),
            besides: scriptSource))
    /// The script of the page: its parts, joined into one module in the order in which they need each other.
    static let script = Asset("panel", "js", packed(scriptSource, isScript: true))
    static let scriptSource = source(.rowsJS, .updatesJS, .savingJS, .searchJS, .inputJS)
    static let all = [style, script]

    let path: String
    let response: PanelResponse
    /// The same content in gzip; `nil` without memory.
    let compressed: PanelResponse?

    /// Creates an asset from its content.
    ///
    /// - Parameter ending: The file name extension: `css` or `js`.
    init(_ name: String, _ ending: String, _ bytes: [UInt8]) {
        path = "\(Self.folder)\(name).\(Self.digest(of: bytes)).\(ending)"
        let type = ending == "css" ? "text/css" : "text/javascript"
        func response(_ bytes: [UInt8], _ headers: [(name: String, value: String)]) -> PanelResponse
        {
            PanelResponse(
                200, type: "\(type); charset=utf-8", bytes, caching: .forever,
                more: headers + [("Vary", "Accept-Encoding")])
        }
        self.response = response(bytes, [])
        compressed = Gzip.compressed(bytes).map { response($0, [("Content-Encoding", "gzip")]) }
    }

    /// Returns the response to a request: compressed for a client that accepts gzip.
    ///
    /// Only assets are compressed. The length of a compressed page can reveal parts of it to those who choose others.
    func response(to request: some PanelRequest) -> PanelResponse {
        Gzip.isAccepted(by: request) ? compressed ?? response : response
    }

    /// Returns the style sheet with the rules of another one at its end, so that a page needs one request for both.
    func followed(by other: Asset) -> Asset {
        Asset("panel", "css", Self.joined([response.body, other.response.body]))
    }

    private static func source(_ files: EmbeddedFile...) -> [UInt8] {
        joined(files.map(\.contents))
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        // The last line of a part can lack its end.
        Array(parts.joined(separator: [0x0A]))
    }

    static let folder = "/assets/"

    /// The segments of the asset's URL.
    var segments: [String] { path.split(separator: "/").map(String.init) }

    /// Returns a digest that identifies a content: 12 hexadecimal digits.
    static func digest(of bytes: [UInt8]) -> String {
        SHA256Digest.of(bytes).prefix(6).hexadecimal
    }
}
