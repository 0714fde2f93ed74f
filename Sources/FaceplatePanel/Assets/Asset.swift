import CEmbeddedFiles
import Faceplate
import FaceplateCryptography
import FaceplateSchema

/// Its URL contains its digest, so that browsers can cache it forever.
struct Asset: Sendable {
    static let style = Asset(
        "panel", "css", source(.tokensCSS, .frameCSS, .rowsCSS, .entriesCSS, .pagesCSS))
    /// The script of the page: its parts, joined into one module in the order in which they need each other.
    static let script = Asset(
        "panel", "js",
        source(
            .rowsJS, .updatesJS, .savingJS, .searchJS, .controlsJS, .entriesJS, .inputJS, .pagesJS))
    /// The module that takes the keys of an `edit_shortcut`; the script imports it when its button is pressed.
    static let keys = Asset("keys", "js", source(.keysJS))
    static let all = [style, script, keys]

    let path: String
    let response: PanelResponse
    /// In gzip; `nil` without memory.
    let compressed: PanelResponse?

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

    /// Only assets are compressed: the length of a compressed page can reveal parts of it to those who choose others.
    func response(to request: some PanelRequest) -> PanelResponse {
        Gzip.isAccepted(by: request) ? compressed ?? response : response
    }

    /// So that a page needs one request for both.
    func followed(by other: Asset) -> Asset {
        // The last line of a part can lack its end.
        Asset("panel", "css", response.body + [0x0A] + other.response.body)
    }

    private static let accentName = "accent-"

    /// Each color has its own URL, so that a page changes its color by another sheet, without an attribute `style`.
    static func accent(_ color: StyleColor) -> Asset {
        let accent = AccentStyle(color)
        return Asset(accentName + accent.name, "css", Array(accent.css.utf8))
    }

    static func accent(at path: String) -> Asset? {
        let name = path.dropFirst(folder.count)
        guard name.hasPrefix(accentName) else { return nil }
        let color = StyleColor("#" + name.dropFirst(accentName.count).prefix { $0 != "." })
        return color.map(accent).flatMap { $0.path == path ? $0 : nil }
    }

    /// The lines of files, without indentation and without lines that are only a comment.
    private static func source(_ files: EmbeddedFile...) -> [UInt8] {
        let lines = files.flatMap { $0.contents.split(separator: 0x0A) }
            .map { $0.drop { $0 == 0x20 } }
            .filter { line in
                let isComment =
                    line.starts(with: "/*".utf8) && line.suffix(2) == Array("*/".utf8)[...]
                return !isComment && !line.starts(with: "//".utf8)
            }
        return Array((lines + [[]]).joined(separator: [0x0A]))
    }

    static let folder = "/assets/"

    var segments: [String] { path.split(separator: "/").map(String.init) }

    static func digest(of bytes: [UInt8]) -> String {
        SHA256Digest.of(bytes).prefix(6).hexadecimal
    }
}
