import Foundation

/// A time zone of the IANA database, such as `Europe/Berlin`.
public struct Zone: Sendable, Hashable, LosslessStringConvertible {
    /// The name of the zone.
    public let description: String
    private let zone: TimeZone

    /// Finds a zone by its name; `nil` if this machine does not know the zone.
    public init?(_ description: String) {
        guard description.utf8.count <= 64, let zone = TimeZone(identifier: description) else {
            return nil
        }
        self.description = description
        self.zone = zone
    }

    /// Returns the local time `seconds` after 1970-01-01T00:00Z; `nil` outside the years 1 to 9999.
    package func local(at seconds: Int) -> CivilTime? {
        CivilTime(secondsSince1970: seconds + offset(at: seconds))
    }

    /// True when the clocks of the zone show a local time; clocks skip some times when they go
    /// forward.
    func shows(_ local: CivilTime) -> Bool {
        let wall = local.secondsSince1970
        // The correct offset applies within a day before or after, because two changes are never
        // that close.
        return [-86_400, 0, 86_400].contains { distance in
            let offset = offset(at: wall + distance)
            return self.offset(at: wall - offset) == offset
        }
    }

    private func offset(at seconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
