import Faceplate
import FaceplatePanel

@main
struct SmallestPanel: SettingsApp {
    static let configuration = SettingsAppConfiguration(database: "settings.sqlite")
    @Setting(key: "display_titles") var showsTitles = true
    var page: SettingsPage { Group("display") { $showsTitles } }
    func run(_ context: SettingsContext) async throws {
        for await shows in $showsTitles.values { print("Titles: \(shows)") }
    }
}
