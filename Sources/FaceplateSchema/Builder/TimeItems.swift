/// A date, a time, or both.
public protocol DateItem: RequirableItem {}

extension DateItem {
    /// Sets the earliest accepted value, in the form of the value, such as `2026-11-20` or `07:30`.
    ///
    /// For an `EditTime`, the minimum can be later than the maximum: the range then crosses
    /// midnight.
    public func minimum(_ bound: String) -> Self { with("itemMinimum", bound) }

    /// Sets the latest accepted value, in the form of the value, such as `2026-11-20` or `07:30`.
    ///
    /// Except for an `EditTime`, it must not be before the minimum.
    public func maximum(_ bound: String) -> Self { with("itemMaximum", bound) }

    /// Sets the display format, in Unicode pattern letters: `d MMMM yyyy, HH:mm`.
    public func format(_ format: String) -> Self { with("itemFormat", format) }
}

/// A time that can have seconds.
public protocol ClockItem: DateItem {}

extension ClockItem {
    /// Allows seconds to be entered.
    public func seconds(_ areAllowed: Bool = true) -> Self {
        with("itemSeconds", .boolean(areAllowed))
    }
}
