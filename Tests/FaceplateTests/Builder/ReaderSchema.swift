// swift-format-ignore-file
import Faceplate

func readerSchema() throws(SchemaError) -> Schema {
    try Schema(name: "reader") {
        Group("display") {
            Switch("display_hide_nsfw", default: true).order(1)
            Switch("display_titles", default: true).order(2)
        }.order(10)
        Group("account") {
            EditText("account_username", default: "").order(1).placeholder("Username")
            EditPassword("account_password", default: "").order(2).placeholder("Password")
            Button("account_button").order(3)
        }.order(15)
        Group("theme") {
            Select("theme_light", default: true).order(1)
            Select("theme_dark", default: false).order(2)
        }.order(20)
        Group("other") {
            Info("other_version").order(1).subtitle("other_version_sub")
            Info("other_copyrights").order(2).subtitle("other_copyrights_sub")
        }.order(30)
    }
}
