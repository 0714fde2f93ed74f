/// A change of one setting, for program code that observes it.
///
/// `Content` is the type in which the program reads the setting. For a typed key or a property it is the type of its
/// value. For all other handlers it is `Value?`, which is `nil` for a secret.
public struct SettingChange<Content: Sendable>: Sendable {
    /// The key of the setting, or of the observed option.
    public let key: String
    /// The previous content.
    public let old: Content
    /// The new content.
    public let new: Content
    /// The revision of the change, with its number, time and source.
    public let revision: Revision
    /// True when the change was made through the preferences that report it, or through a copy of them.
    public let isOwn: Bool
    /// The data that the program attached to the item.
    public let data: JSONValue?
    /// The position of the item in its group, from 0; 0 for a `select` group.
    public let position: Int
    /// All settings after the revision, or after a later one.
    public let snapshot: Snapshot

    /// The source of the change.
    public var origin: Origin { revision.origin }
    /// True when another process made the change, or another `Settings` object of this process on the same file.
    public var isExternal: Bool { revision.isExternal }
}

extension SettingChange {
    init(
        _ key: String, from old: Content, to new: Content, _ revision: Revision,
        _ snapshot: Snapshot, isOwn: Bool = false
    ) {
        let item = snapshot.schema.items[key]
        self.init(
            key: key, old: old, new: new, revision: revision, isOwn: isOwn, data: item?.data,
            position: item.map(snapshot.schema.position(of:)) ?? 0, snapshot: snapshot)
    }

    func seen(by option: Schema.Item) -> Self {
        Self(
            key: key, old: old, new: new, revision: revision, isOwn: isOwn, data: option.data,
            position: snapshot.schema.position(of: option), snapshot: snapshot)
    }
}

extension Settings {
    /// Returns the future changes of a setting, in order, from any source.
    ///
    /// A default of a new schema is not a change; see `values(of:)`. The sequence ends when the settings are closed.
    ///
    /// - Parameter writer: the writer whose changes are left out, for code that observes a setting that it also
    ///   changes. Set it as the `writer` of the batches.
    public func changes<Content>(
        of key: SettingKey<Content>, except writer: Writer? = nil
    ) -> some AsyncSequence<SettingChange<Content>, Never> & Sendable {
        revisions().compactMap { [weak self] revision in
            if let writer, revision.writer(of: key.name) == writer { return nil }
            return self.flatMap { $0.snapshot.change(of: key, in: revision) }
        }
    }

    /// Returns the value of a setting, then each new value, including a new default.
    ///
    /// A slow reader receives only the newest value. The sequence ends when the settings are closed.
    public func values<Content>(
        of key: SettingKey<Content>
    ) -> some AsyncSequence<Content, Never> & Sendable {
        Distinct(snapshots.map { $0[key] }, isSame: ==)
    }
}

extension Snapshot {
    fileprivate func change<Content>(
        of key: SettingKey<Content>, in revision: Revision
    ) -> SettingChange<Content>? {
        let setting = schema.setting(named: key.name) ?? Schema.Setting(privateKey: key.name)
        guard let change = revision.reported.first(where: { $0.key == setting.key }) else {
            return nil
        }
        func content(_ side: Change.Side) -> Content {
            var value = revision.value(side, of: setting, in: self)
            if case .option(let item, _) = schema.reference(key.name) {
                value = .boolean(value == .text(item.key))
            }
            return key.content(value)
        }
        let (old, new) = (content(change.old), content(change.new))
        return old == new ? nil : SettingChange(key.name, from: old, to: new, revision, self)
    }
}

extension Change.Side {
    /// `nil` for a secret, and for JSON that is not a `Value`.
    package func value(default fallback: Value?) -> Value? {
        switch self {
        case .value(let value): value
        case .onDefault: fallback
        case .json, .secret, .large: nil
        }
    }
}

package struct Distinct<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Failure == Never {
    package typealias Element = Base.Element
    package typealias Failure = Never

    private let base: Base
    private let isSame: @Sendable (Element, Element) -> Bool

    package init(_ base: Base, isSame: @escaping @Sendable (Element, Element) -> Bool) {
        self.base = base
        self.isSame = isSame
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), isSame: isSame)
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate let isSame: @Sendable (Element, Element) -> Bool
        fileprivate var last: Element?

        package mutating func next() async -> Element? { await next(isolation: nil) }

        package mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let element = await base.next(isolation: actor) {
                if let last, isSame(last, element) { continue }
                last = element
                return element
            }
            return nil
        }
    }
}
