import Faceplate
import FaceplateSchema
import Foundation

/// A folder whose files a host serves with the panel: images, fonts, or a `panel.css` or `panel.js` that replaces the
/// panel's own.
///
/// A file is read when it is requested, up to 4 MiB, so that a theme can be edited while the panel runs.
final class PublicFolder: Sendable {
    private struct Entry: Sendable {
        let stamp: [Int]
        let bytes: [UInt8]
    }

    private static let sizeLimit = 4 * 1024 * 1024
    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp", "ico": "image/x-icon", "woff2": "font/woff2",
        "txt": "text/plain; charset=utf-8", "pdf": "application/pdf",
    ]

    private let folder: String
    private let known = Locked<[String: Entry]>([:])

    init(_ folder: String) {
        self.folder = folder
    }

    /// `nil` also when the name leads out of the folder.
    func contents(of name: String) -> [UInt8]? {
        // The open file is judged and read, because the name may lead elsewhere a moment later.
        guard Self.isPlain(name),
            let file = try? RegularFile(PathParts.file(name, in: folder)), isInside(file)
        else { return nil }
        if let entry = known.withLock({ $0[name] }), entry.stamp == file.stamp {
            return entry.bytes
        }
        guard let bytes = try? file.bytes(limit: Self.sizeLimit) else { return nil }
        known.withLock { $0[name] = Entry(stamp: file.stamp, bytes: bytes) }
        return bytes
    }

    static func type(of name: String) -> String? {
        name.split(separator: ".").last.flatMap { types[$0.lowercased()] }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 128 && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { byte in
                byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "/")
                    && byte != UInt8(ascii: "\\")
            }
    }

    /// False when a symbolic link led out of the folder.
    private func isInside(_ file: RegularFile) -> Bool {
        guard let root = realpath(folder, nil) else { return false }
        defer { free(root) }
        let path = String(cString: root)
        return file.location?.hasPrefix(path.hasSuffix("/") ? path : path + "/") ?? false
    }
}

extension Panel {
    func answerPublic(_ name: String, _ request: RequestContext) -> PanelResponse {
        guard let type = PublicFolder.type(of: name), let bytes = publicFolder?.contents(of: name)
        else { return notFound(request) }
        return answer(
            request, with: PanelResponse(200, type: type, bytes, caching: .revalidated(bytes)))
    }
}

/// The style sheets are the panel's own or that of `publicFolder` in its place, with the rules of the schema's styles
/// at its end, and the host's theme.
final class Look: Sendable {
    let styles: [Asset]
    let script: Asset
    let layout: PanelLayout?
    /// The paths of all assets, which identify this appearance.
    let paths: [String]

    init(_ folder: PublicFolder?, theme: Asset?, schema: Asset?, layout: PanelLayout?) {
        self.layout = layout
        let own = folder?.contents(of: "panel.css").map { Asset("panel", "css", $0) }
        let main = own ?? .style
        styles = [schema.map(main.followed) ?? main] + [theme].compactMap(\.self)
        script =
            folder?.contents(of: "panel.js").map { Asset("panel", "js", $0) } ?? .script
        paths = (styles + [script]).map(\.path)
    }

    /// The built-in assets stay available for pages that were loaded earlier.
    func asset(at path: String) -> Asset? {
        (styles + [script] + Asset.all).first { $0.path == path }
    }
}
