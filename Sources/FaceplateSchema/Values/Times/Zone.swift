import Foundation

/// A time zone of the IANA database: `Europe/Berlin`.
public struct Zone: Sendable, Hashable, LosslessStringConvertible {
    /// The name.
    public let description: String
    private let zone: TimeZone

    /// Finds a zone by its name; `nil` for one that this machine does not know.
    public init?(_ description: String) {
        guard description.utf8.count <= 64, let zone = TimeZone(identifier: description) else {
            return nil
        }
        self.description = description
        self.zone = zone
    }

    /// The local time so many seconds after 1970-01-01T00:00Z; `nil` outside the years 1 to 9999.
    package func local(at seconds: Int) -> CivilTime? {
        CivilTime(secondsSince1970: seconds + offset(at: seconds))
    }

    /// Whether the clocks of the zone ever show a local time: they skip some when they go forward.
    func shows(_ local: CivilTime) -> Bool {
        let wall = local.secondsSince1970
        // The offset that holds is one of those around, as no two changes are within a day.
        return [-86_400, 0, 86_400].contains { distance in
            let offset = offset(at: wall + distance)
            return self.offset(at: wall - offset) == offset
        }
    }

    private func offset(at seconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
