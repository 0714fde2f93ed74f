import Faceplate
import Testing

struct GroupLookupTests {
    private func snapshot() throws -> Snapshot {
        // The schema does not name this locale.
        var labels = LabelCatalog()
        labels.set("Bladen", for: "pages", in: try #require(LocaleTag("nl")))
        return try Settings.inMemory(
            Schema(.panel("p").locales("en", "de")) {
                Group("sound") { Switch("loud") }.title(["en": "Sound", "de": "Klang"])
                Group("pages") {
                    Page("more") { Group("deep") { Switch("low") }.title(["en": "Sound"]) }
                }
                Group("quiet") { Switch("off") }.title("")
                Group("pause") { Switch("rest") }.title("Caf\u{E9}")
            }, labels: labels
        ).snapshot
    }

    @Test(arguments: [("sound", "sound"), ("deep", "deep"), ("Sound", nil), ("", nil)])
    func findsAGroupByItsKey(_ key: String, _ found: String?) throws {
        #expect(try snapshot().group(key)?.key == found)
    }

    @Test(arguments: [
        ("Sound", ["sound", "deep"]), ("Klang", ["sound"]), ("Pages", ["pages"]),
        ("Bladen", ["pages"]),
        ("Caf\u{E9}", ["pause"]), ("Cafe\u{301}", []),
        ("sound", []), ("Sound\u{301}", []), ("", []), ("Quiet", ["quiet"]),
    ])
    func findsAGroupByItsTitleInAnyLocale(_ title: String, _ found: [String]) throws {
        #expect(try snapshot().groups(titled: title).map(\.key) == found)
    }
}
