/// A file: its name, its media type and its bytes.
public struct EditFile: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a file, of at most 64 KiB unless `maximumSize` is set.
    ///
    /// It is stored in the database, and every version of it in the history.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.editFile, key, nil, file, line)
    }

    /// Sets the accepted media types (`image/png`, `image/*`) and file name extensions (`.pem`).
    ///
    /// The sender states the media type, and it is not verified: do not rely on it.
    public func types(_ types: String...) -> Self { with("itemFileTypes", types) }

    /// Sets the maximum size in bytes: 64 KiB by default, 4 MiB at most.
    ///
    /// A file that machines share (`synced`) has 256 KiB at most.
    public func maximumSize(_ bytes: Int) -> Self { with("itemMaximumSize", bytes) }
}
