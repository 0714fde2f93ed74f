extension Unicode.Scalar {
    /// True for an invisible character that changes the direction of text.
    ///
    /// A name or value with such a character can look like another one.
    package var isDirectionControl: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
