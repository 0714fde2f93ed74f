import Faceplate
import FaceplateSeeds
import Testing

struct GroupLookupTests {
    private func snapshot() throws -> Snapshot {
        try Settings.inMemory(
            Schema(.panel("p").locales("en", "de")) {
                Group("sound") { Switch("loud") }.title(["en": "Sound", "de": "Klang"])
                Group("pages") {
                    Page("more") { Group("deep") { Switch("low") }.title(["en": "Sound"]) }
                }
                Group("quiet") { Switch("off") }.title("")
            }
        ).snapshot
    }

    @Test(
        .seed("S1.3"), arguments: [("sound", "sound"), ("deep", "deep"), ("Sound", nil), ("", nil)])
    func isFoundByItsKey(_ key: String, _ found: String?) throws {
        #expect(try snapshot().group(key)?.key == found)
    }

    @Test(
        .seed("S1.3"),
        arguments: [
            ("Sound", ["sound", "deep"]), ("Klang", ["sound"]), ("Pages", ["pages"]),
            ("sound", []), ("Sound\u{301}", []), ("", []), ("Quiet", ["quiet"]),
        ])
    func isFoundByItsTitleInAnyLocale(_ title: String, _ found: [String]) throws {
        #expect(try snapshot().groups(titled: title).map(\.key) == found)
    }
}
