public import Faceplate

/// The action of an item that is declared in Swift.
struct PressHandler: Sendable {
    let press: ActionHandler
}

// Swift prefers members of a type to those of a protocol: a closure without `return` succeeds without a message.

extension ActionItem where Self == Button {
    /// Creates a button with its action.
    ///
    /// - Parameters:
    ///   - question: the question that is shown before the action runs; `nil` for none.
    ///   - handler: See ``ActionHandler`` for its thread, limits and errors. An action in the panel's configuration
    ///     replaces it.
    public init(
        _ key: String, confirm question: LocalizedText? = nil, file: String = #fileID,
        line: Int = #line,
        onPress handler: @escaping ActionHandler
    ) {
        let item = Button(key, file: file, line: line).onPress(handler)
        self = question.map(item.confirm) ?? item
    }

    /// Sets its action; an action in the panel's configuration takes precedence.
    public func onPress(
        _ handler: @escaping ActionHandler
    ) -> Self {
        handled(by: PressHandler(press: handler))
    }

    /// Creates a button with an action that returns the message of its success.
    ///
    /// - Parameters:
    ///   - question: the question that is shown before the action runs; `nil` for none.
    ///   - handler: See ``ActionHandler`` for its thread, limits and errors. An action in the panel's configuration
    ///     replaces it.
    public init(
        _ key: String, confirm question: LocalizedText? = nil, file: String = #fileID,
        line: Int = #line,
        onPress handler: @escaping @Sendable (ActionRequest) async throws -> String
    ) {
        let item = Button(key, file: file, line: line).onPress(handler)
        self = question.map(item.confirm) ?? item
    }

    /// Sets an action that returns the message of its success; an action in the panel's configuration takes precedence.
    public func onPress(
        _ handler: @escaping @Sendable (ActionRequest) async throws -> String
    ) -> Self {
        onPress { .success(try await handler($0)) }
    }
}

extension Button {
    /// Creates a button with an action that succeeds without a message.
    ///
    /// - Parameters:
    ///   - question: the question that is shown before the action runs; `nil` for none.
    ///   - handler: See ``ActionHandler`` for its thread, limits and errors. An action in the panel's configuration
    ///     replaces it.
    public init(
        _ key: String, confirm question: LocalizedText? = nil, file: String = #fileID,
        line: Int = #line,
        onPress handler: @escaping @Sendable (ActionRequest) async throws -> Void
    ) {
        let item = Button(key, file: file, line: line).onPress(handler)
        self = question.map(item.confirm) ?? item
    }

    /// Sets an action that succeeds without a message; an action in the panel's configuration takes precedence.
    public func onPress(
        _ handler: @escaping @Sendable (ActionRequest) async throws -> Void
    ) -> Self {
        onPress {
            try await handler($0)
            return .success()
        }
    }
}

extension ActionItem where Self == Link {
    /// Creates a row without a URL with its action.
    ///
    /// - Parameters:
    ///   - question: the question that is shown before the action runs; `nil` for none.
    ///   - handler: See ``ActionHandler`` for its thread, limits and errors. An action in the panel's configuration
    ///     replaces it.
    public init(
        _ key: String, confirm question: LocalizedText? = nil, file: String = #fileID,
        line: Int = #line,
        onSelect handler: @escaping ActionHandler
    ) {
        let item = Link(key, file: file, line: line).onSelect(handler)
        self = question.map(item.confirm) ?? item
    }

    /// Sets its action; an action in the panel's configuration takes precedence.
    public func onSelect(
        _ handler: @escaping ActionHandler
    ) -> Self {
        handled(by: PressHandler(press: handler))
    }

    /// Creates a row without a URL with an action that returns the message of its success.
    ///
    /// - Parameters:
    ///   - question: the question that is shown before the action runs; `nil` for none.
    ///   - handler: See ``ActionHandler`` for its thread, limits and errors. An action in the panel's configuration
    ///     replaces it.
    public init(
        _ key: String, confirm question: LocalizedText? = nil, file: String = #fileID,
        line: Int = #line,
        onSelect handler: @escaping @Sendable (ActionRequest) async throws -> String
    ) {
        let item = Link(key, file: file, line: line).onSelect(handler)
        self = question.map(item.confirm) ?? item
    }

    /// Sets an action that returns the message of its success; an action in the panel's configuration takes precedence.
    public func onSelect(
        _ handler: @escaping @Sendable (ActionRequest) async throws -> String
    ) -> Self {
        onSelect { .success(try await handler($0)) }
    }
}

extension Link {
    /// Creates a row without a URL with an action that succeeds without a message.
    ///
    /// - Parameters:
    ///   - question: the question that is shown before the action runs; `nil` for none.
    ///   - handler: See ``ActionHandler`` for its thread, limits and errors. An action in the panel's configuration
    ///     replaces it.
    public init(
        _ key: String, confirm question: LocalizedText? = nil, file: String = #fileID,
        line: Int = #line,
        onSelect handler: @escaping @Sendable (ActionRequest) async throws -> Void
    ) {
        let item = Link(key, file: file, line: line).onSelect(handler)
        self = question.map(item.confirm) ?? item
    }

    /// Sets an action that succeeds without a message; an action in the panel's configuration takes precedence.
    public func onSelect(
        _ handler: @escaping @Sendable (ActionRequest) async throws -> Void
    ) -> Self {
        onSelect {
            try await handler($0)
            return .success()
        }
    }
}
