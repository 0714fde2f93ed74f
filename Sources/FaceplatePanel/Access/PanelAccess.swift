extension Panel {
    /// The way in which people prove that they may use a panel.
    ///
    /// Programs send a token instead, in every case (``PanelCredentials/addToken(named:access:groups:validFor:)``). A
    /// request that carries a ``Requester`` of the host is accepted without any other proof.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// Everyone who reaches the panel may use it.
        case open
        /// People open a link that works once (``PanelCredentials/makeSignInLink(at:)``).
        case link
        /// People enter the password of the panel (``PanelCredentials/setPassword(_:)``), or open a link.
        case password
        /// Only programs with a token may use the panel.
        case token

        /// True when people can sign in on a page.
        var hasSignIn: Bool { self == .link || self == .password }
    }
}

/// The credential by which a request was accepted.
enum Pass: Sendable, Hashable {
    /// Nothing was asked, or the host has identified the requester.
    case open
    /// A token, by the hash of its text.
    case token(String)
    /// A session, by the hash of its cookie.
    case session(String)
    /// No credential; only a few routes accept such a request.
    case nobody
}

/// The reason why a request was not accepted without a sign-in.
enum Unaccepted: Error {
    case missing
    /// The request has a token that does not exist, was revoked or has expired.
    case badToken
}
