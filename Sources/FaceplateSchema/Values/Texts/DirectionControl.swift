extension Unicode.Scalar {
    /// True for a character that nobody sees and that turns the text around it: a name or value
    /// with one can look like another.
    package var isDirectionControl: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
