import Foundation
import Testing

@testable import Faceplate

/// Swift types as values, both ways.
struct SettingValueTests {
    @Test(
        arguments: [
            (.integer(0), .zero), (.integer(90), .seconds(90)), (.integer(-2), .seconds(-2)),
            (decimal("1.5"), .milliseconds(1500)), (decimal("-0.25"), .milliseconds(-250)),
            (decimal("-1.75"), .milliseconds(-1750)), (decimal("0.000000001"), .nanoseconds(1)),
            (.integer(1_000_000_000_000_000), .seconds(1_000_000_000_000_000)),
        ] as [(Value, Duration)])
    func convertsDurations(value: Value, duration: Duration) {
        #expect(Duration(settingValue: value) == duration)
        #expect(duration.settingValue == value)
    }

    @Test(
        arguments: [
            .text("1s"), .boolean(true), decimal("0.0000000001"), decimal("1e30"),
            decimal("1e-300"),
            decimal("1e300"), decimal("12345678901234567890.5"), .list([]),
        ] as [Value])
    func rejectsInvalidDurations(value: Value) {
        #expect(Duration(settingValue: value) == nil)
    }

    @Test func convertsNumbersExactly() {
        #expect(Double(settingValue: Self.decimal("0.1")) == 0.1)
        #expect(0.1.settingValue == Self.decimal("0.1"))
        #expect(1e21.settingValue == Self.decimal("1e21"))
        #expect(3.0.settingValue == .integer(3))
        #expect(Double(settingValue: Self.decimal("1e400")) == nil)
        #expect(Double.nan.settingValue == .text("nan"))
        #expect(Int(settingValue: Self.decimal("1.5")) == nil)
        #expect(ExactDecimal(settingValue: Self.decimal("0.30")) == ExactDecimal("0.3"))
        #expect(Decimal(settingValue: Self.decimal("12.34")) == Decimal(string: "12.34"))
        #expect(Decimal(string: "12.34")?.settingValue == Self.decimal("12.34"))
        #expect(Decimal.nan.settingValue == .text("NaN"))
    }

    @Test func convertsOptionalsAndLists() {
        #expect(Int?(settingValue: nil) == .some(.none))
        #expect(Int?(settingValue: .integer(3)) == .some(3))
        #expect(Int?(settingValue: .text("3")) == .none)
        #expect(Int?.none.settingValue == nil)
        #expect([Int](settingValue: .list([1, 2])) == [1, 2])
        #expect([Int](settingValue: .list([1, "2"])) == nil)
        #expect([1, 2].settingValue == .list([1, 2]))
        #expect(Bool(settingValue: nil) == nil)
        #expect(Value(settingValue: .text("x")) == "x")
    }

    @Test func convertsFiles() {
        let file = SettingFile(name: "a", type: "text/plain", bytes: [1, 2])
        #expect(SettingFile(settingValue: file.settingValue) == file)
        #expect(SettingFile(settingValue: .record(["name": "a"])) == nil)
        #expect(SettingFile(settingValue: nil) == nil)
    }

    @Test func convertsDaysAndTimesToDates() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let winter = try #require(CivilDateTime("2026-12-24T18:00:05"))
        #expect(winter.date(in: zone) == Date(timeIntervalSince1970: 1_798_131_605))
        #expect(winter.dateComponents.second == 5)
        // The clocks were set from two to three in the morning.
        #expect(CivilDateTime("2026-03-29T02:30")?.date(in: zone) == nil)
        #expect(CivilDate("2026-12-24")?.dateComponents.day == 24)
        #expect(CivilDate(settingValue: .text("24.12.")) == nil)
        #expect(ClockTime(settingValue: .integer(5)) == nil)
        #expect(CivilDateTime(settingValue: .text("2026")) == nil)
        #expect(CivilDate.first.description == "0001-01-01")
    }

    private static func decimal(_ text: String) -> Value {
        Value(ExactDecimal(text) ?? ExactDecimal(0))
    }
}
