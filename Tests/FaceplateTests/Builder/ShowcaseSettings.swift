// swift-format-ignore-file
// Made from showcase.json by faceplate. Change that file, not this one.

import Faceplate

/// The types of the settings of Showcase.
enum ShowcaseSettings {
    /// Kinds of media.
    enum LibraryKinds: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Films.
        case films
        /// Series.
        case series
        /// Music.
        case music
        /// Photos.
        case photos
        /// Audiobooks.
        case books
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [LibraryKinds] = [.films, .series, .music, .photos, .books]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "films": self = .films
            case "series": self = .series
            case "music": self = .music
            case "photos": self = .photos
            case "books": self = .books
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .films: "films"
            case .series: "series"
            case .music: "music"
            case .photos: "photos"
            case .books: "books"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Indexing.
    enum LibraryIndex: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// By name.
        case quick
        /// By content.
        case full
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [LibraryIndex] = [.quick, .full]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "quick": self = .quick
            case "full": self = .full
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .quick: "quick"
            case .full: "full"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Sort by.
    enum LibrarySort: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Title.
        case title
        /// Date added.
        case added
        /// Release year.
        case released
        /// Rating.
        case rating
        /// Running time.
        case length
        /// Random.
        case chance
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [LibrarySort] = [.title, .added, .released, .rating, .length, .chance]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "title": self = .title
            case "added": self = .added
            case "released": self = .released
            case "rating": self = .rating
            case "length": self = .length
            case "chance": self = .chance
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .title: "title"
            case .added: "added"
            case .released: "released"
            case .rating: "rating"
            case .length: "length"
            case .chance: "chance"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Language of descriptions.
    enum MetadataLanguage: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// English.
        case en
        /// French.
        case fr
        /// German.
        case de
        /// Arabic.
        case ar
        /// Japanese.
        case ja
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [MetadataLanguage] = [.en, .fr, .de, .ar, .ja]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "en": self = .en
            case "fr": self = .fr
            case "de": self = .de
            case "ar": self = .ar
            case "ja": self = .ja
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .en: "en"
            case .fr: "fr"
            case .de: "de"
            case .ar: "ar"
            case .ja: "ja"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Size of covers.
    enum MetadataArtSize: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Small, 200 pixels.
        case small
        /// Medium, 600 pixels.
        case medium
        /// Large, 1200 pixels.
        case large
        /// A custom width.
        case own
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [MetadataArtSize] = [.small, .medium, .large, .own]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "small": self = .small
            case "medium": self = .medium
            case "large": self = .large
            case "own": self = .own
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .small: "small"
            case .medium: "medium"
            case .large: "large"
            case .own: "own"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Output.
    enum PlaybackOutput: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Television (HDMI).
        case hdmi
        /// Amplifier (optical).
        case optical
        /// Headphones.
        case analog
        /// Bluetooth speaker.
        case bluetooth
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [PlaybackOutput] = [.hdmi, .optical, .analog, .bluetooth]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "hdmi": self = .hdmi
            case "optical": self = .optical
            case "analog": self = .analog
            case "bluetooth": self = .bluetooth
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .hdmi: "hdmi"
            case .optical: "optical"
            case .analog: "analog"
            case .bluetooth: "bluetooth"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Resolution.
    enum PlaybackResolution: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// HD, 720 lines.
        case _720
        /// Full HD, 1080 lines.
        case _1080
        /// Ultra HD, 2160 lines.
        case _2160
        /// A value that the schema did not have when this was made.
        case unknown(Int)

        /// The options of the schema.
        static let allCases: [PlaybackResolution] = [._720, ._1080, ._2160]

        /// Takes any value.
        init(rawValue: Int) {
            switch rawValue {
            case 720: self = ._720
            case 1080: self = ._1080
            case 2160: self = ._2160
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: Int {
            switch self {
            case ._720: 720
            case ._1080: 1080
            case ._2160: 2160
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Continue watching.
    enum PlaybackResume: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Resume.
        case always
        /// Ask.
        case ask
        /// Start over.
        case never
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [PlaybackResume] = [.always, .ask, .never]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "playback_resume_always": self = .always
            case "playback_resume_ask": self = .ask
            case "playback_resume_never": self = .never
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .always: "playback_resume_always"
            case .ask: "playback_resume_ask"
            case .never: "playback_resume_never"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Language.
    enum SubtitlesLanguage: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Same as this page.
        case auto
        /// English.
        case en
        /// French.
        case fr
        /// German.
        case de
        /// Arabic.
        case ar
        /// Japanese.
        case ja
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [SubtitlesLanguage] = [.auto, .en, .fr, .de, .ar, .ja]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "auto": self = .auto
            case "en": self = .en
            case "fr": self = .fr
            case "de": self = .de
            case "ar": self = .ar
            case "ja": self = .ja
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .auto: "auto"
            case .en: "en"
            case .fr: "fr"
            case .de: "de"
            case .ar: "ar"
            case .ja: "ja"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Address.
    enum NetworkAddress: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Automatic.
        case automatic
        /// Fixed.
        case fixed
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [NetworkAddress] = [.automatic, .fixed]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "automatic": self = .automatic
            case "fixed": self = .fixed
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .automatic: "automatic"
            case .fixed: "fixed"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Band.
    enum WifiBand: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// 2.4 GHz, the longest range.
        case _2_4
        /// 5 GHz, for most homes.
        case _5
        /// 6 GHz, the fastest.
        case _6
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [WifiBand] = [._2_4, ._5, ._6]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "2.4": self = ._2_4
            case "5": self = ._5
            case "6": self = ._6
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case ._2_4: "2.4"
            case ._5: "5"
            case ._6: "6"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Channel.
    enum WifiChannel: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Automatic.
        case auto
        /// 1.
        case _1
        /// 6.
        case _6
        /// 36.
        case _36
        /// 149.
        case _149
        /// A value that the schema did not have when this was made.
        case unknown(Faceplate.Value)

        /// The options of the schema.
        static let allCases: [WifiChannel] = [.auto, ._1, ._6, ._36, ._149]

        /// Takes any value.
        init(rawValue: Faceplate.Value) {
            switch rawValue {
            case .text("auto"): self = .auto
            case .integer(1): self = ._1
            case .integer(6): self = ._6
            case .integer(36): self = ._36
            case .integer(149): self = ._149
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: Faceplate.Value {
            switch self {
            case .auto: .text("auto")
            case ._1: .integer(1)
            case ._6: .integer(6)
            case ._36: .integer(36)
            case ._149: .integer(149)
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Sign-in.
    enum AccountSession: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Sign in.
        case signedOut
        /// Sign out.
        case signedIn
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [AccountSession] = [.signedOut, .signedIn]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "signed_out": self = .signedOut
            case "signed_in": self = .signedIn
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .signedOut: "signed_out"
            case .signedIn: "signed_in"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Theme.
    enum Theme: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Light.
        case light
        /// Dark.
        case dark
        /// Automatic.
        case system
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [Theme] = [.light, .dark, .system]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "light": self = .light
            case "dark": self = .dark
            case "system": self = .system
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .light: "light"
            case .dark: "dark"
            case .system: "system"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Spacing.
    enum AppearanceDensity: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Comfortable.
        case airy
        /// Dense.
        case dense
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [AppearanceDensity] = [.airy, .dense]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "airy": self = .airy
            case "dense": self = .dense
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .airy: "airy"
            case .dense: "dense"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Updates.
    enum SystemUpdates: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// All, at night.
        case all
        /// Security only.
        case security
        /// None.
        case never
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [SystemUpdates] = [.all, .security, .never]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "all": self = .all
            case "security": self = .security
            case "never": self = .never
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .all: "all"
            case .security: "security"
            case .never: "never"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// Log level.
    enum SystemLog: RawRepresentable, SettingValue, Hashable, CaseIterable {
        /// Errors.
        case error
        /// Warnings.
        case warning
        /// Notices.
        case notice
        /// Information.
        case info
        /// Debugging.
        case debug
        /// Everything.
        case trace
        /// A value that the schema did not have when this was made.
        case unknown(String)

        /// The options of the schema.
        static let allCases: [SystemLog] = [.error, .warning, .notice, .info, .debug, .trace]

        /// Takes any value.
        init(rawValue: String) {
            switch rawValue {
            case "error": self = .error
            case "warning": self = .warning
            case "notice": self = .notice
            case "info": self = .info
            case "debug": self = .debug
            case "trace": self = .trace
            default: self = .unknown(rawValue)
            }
        }

        /// The value as it is stored.
        var rawValue: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .notice: "notice"
            case .info: "info"
            case .debug: "debug"
            case .trace: "trace"
            case .unknown(let rawValue): rawValue
            }
        }
    }

    /// A row of Guests with access.
    struct RemoteGuestsRow: SettingRecord, Hashable {
        /// Role.
        enum Role: RawRepresentable, SettingValue, Hashable, CaseIterable {
            /// Watch.
            case view
            /// Manage.
            case manage
            /// A value that the schema did not have when this was made.
            case unknown(String)

            /// The options of the schema.
            static let allCases: [Role] = [.view, .manage]

            /// Takes any value.
            init(rawValue: String) {
                switch rawValue {
                case "view": self = .view
                case "manage": self = .manage
                default: self = .unknown(rawValue)
                }
            }

            /// The value as it is stored.
            var rawValue: String {
                switch self {
                case .view: "view"
                case .manage: "manage"
                case .unknown(let rawValue): rawValue
                }
            }
        }

        /// Name.
        var name: String
        /// Role.
        var role: ShowcaseSettings.RemoteGuestsRow.Role
        /// Until.
        var until: CivilDate
        /// Streams.
        var streams: Int
        /// Allowed.
        var allowed: Bool

        /// Makes a row.
        init(name: String, role: ShowcaseSettings.RemoteGuestsRow.Role, until: CivilDate, streams: Int, allowed: Bool) {
            self.name = name
            self.role = role
            self.until = until
            self.streams = streams
            self.allowed = allowed
        }

        /// Reads a row; `nil` where a part is missing or of another type.
        init?(record: [String: Faceplate.Value]) {
            guard let name = String(settingValue: record["name"]),
                let role = ShowcaseSettings.RemoteGuestsRow.Role(settingValue: record["role"]),
                let until = CivilDate(settingValue: record["until"]),
                let streams = Int(settingValue: record["streams"]),
                let allowed = Bool(settingValue: record["allowed"])
            else { return nil }
            self.init(name: name, role: role, until: until, streams: streams, allowed: allowed)
        }

        /// The parts as they are stored.
        var record: [String: Faceplate.Value] {
            var parts: [String: Faceplate.Value] = [:]
            parts["name"] = name.settingValue
            parts["role"] = role.settingValue
            parts["until"] = until.settingValue
            parts["streams"] = streams.settingValue
            parts["allowed"] = allowed.settingValue
            return parts
        }
    }
}

extension SettingKey {
    /// Media folders.
    ///
    /// Everything in and below these folders is shown.
    ///
    /// `library_roots`
    static var libraryRoots: SettingKey<[String]> {
        SettingKey<[String]>("library_roots", default: ["/srv/films", "/srv/music"])
    }

    /// Kinds of media.
    ///
    /// Choose one to four.
    ///
    /// `library_kinds`
    static var libraryKinds: SettingKey<[ShowcaseSettings.LibraryKinds]> {
        SettingKey<[ShowcaseSettings.LibraryKinds]>("library_kinds", default: [.films, .music])
    }

    /// Indexing.
    ///
    /// `library_index`
    static var libraryIndex: SettingKey<ShowcaseSettings.LibraryIndex> {
        SettingKey<ShowcaseSettings.LibraryIndex>("library_index", default: .quick)
    }

    /// Folder watching.
    ///
    /// New files appear within seconds.
    ///
    /// `library_watch`
    static var libraryWatch: SettingKey<Bool> {
        SettingKey<Bool>("library_watch", default: true)
    }

    /// Time between scans.
    ///
    /// `library_interval`
    static var libraryInterval: SettingKey<Duration> {
        SettingKey<Duration>("library_interval", default: .seconds(900))
    }

    /// Space for previews.
    ///
    /// `library_previews`
    static var libraryPreviews: SettingKey<Int> {
        SettingKey<Int>("library_previews", default: 2147483648)
    }

    /// Largest upload.
    ///
    /// `library_upload`
    static var libraryUpload: SettingKey<String> {
        SettingKey<String>("library_upload", default: "64M")
    }

    /// Sort by.
    ///
    /// `library_sort`
    static var librarySort: SettingKey<ShowcaseSettings.LibrarySort> {
        SettingKey<ShowcaseSettings.LibrarySort>("library_sort", default: .title)
    }

    /// Gapless playback.
    ///
    /// `library_gapless`
    static var libraryGapless: SettingKey<Bool> {
        SettingKey<Bool>("library_gapless", default: true)
    }

    /// Crossfade.
    ///
    /// `library_crossfade`
    static var libraryCrossfade: SettingKey<Int> {
        SettingKey<Int>("library_crossfade", default: 0)
    }

    /// Service.
    ///
    /// Choose a service, or enter the URL of another.
    ///
    /// `metadata_provider`
    static var metadataProvider: SettingKey<String> {
        SettingKey<String>("metadata_provider", default: "central")
    }

    /// Options that users added to Service.
    ///
    /// `metadata_provider.added`
    static var metadataProviderAdded: SettingKey<[String]> {
        SettingKey<[String]>("metadata_provider.added", default: [])
    }

    /// Language of descriptions.
    ///
    /// `metadata_language`
    static var metadataLanguage: SettingKey<ShowcaseSettings.MetadataLanguage> {
        SettingKey<ShowcaseSettings.MetadataLanguage>("metadata_language", default: .en)
    }

    /// Lowest rating shown.
    ///
    /// From 1 to 5 stars.
    ///
    /// `metadata_rating`
    static var metadataRating: SettingKey<Int> {
        SettingKey<Int>("metadata_rating", default: 3)
    }

    /// Cover art.
    ///
    /// `metadata_art`
    static var metadataArt: SettingKey<Bool> {
        SettingKey<Bool>("metadata_art", default: true)
    }

    /// Size of covers.
    ///
    /// `metadata_art_size`
    static var metadataArtSize: SettingKey<ShowcaseSettings.MetadataArtSize> {
        SettingKey<ShowcaseSettings.MetadataArtSize>("metadata_art_size", default: .medium)
    }

    /// Width of covers.
    ///
    /// `metadata_art_width`
    static var metadataArtWidth: SettingKey<Int?> {
        SettingKey<Int?>("metadata_art_width")
    }

    /// Picture for missing covers.
    ///
    /// `metadata_cover`
    static var metadataCover: SettingKey<SettingFile?> {
        SettingKey<SettingFile?>("metadata_cover")
    }

    /// Volume at start.
    ///
    /// `playback_volume`
    static var playbackVolume: SettingKey<Int> {
        SettingKey<Int>("playback_volume", default: 60)
    }

    /// Balance.
    ///
    /// `playback_balance`
    static var playbackBalance: SettingKey<Double> {
        SettingKey<Double>("playback_balance", default: 0)
    }

    /// Bluetooth.
    ///
    /// `playback_bluetooth`
    static var playbackBluetooth: SettingKey<Bool> {
        SettingKey<Bool>("playback_bluetooth", default: false)
    }

    /// Output.
    ///
    /// `playback_output`
    static var playbackOutput: SettingKey<ShowcaseSettings.PlaybackOutput> {
        SettingKey<ShowcaseSettings.PlaybackOutput>("playback_output", default: .hdmi)
    }

    /// Audio delay.
    ///
    /// A positive value plays the sound later than the picture.
    ///
    /// `playback_delay`
    static var playbackDelay: SettingKey<Int> {
        SettingKey<Int>("playback_delay", default: 0)
    }

    /// Resolution.
    ///
    /// `playback_resolution`
    static var playbackResolution: SettingKey<ShowcaseSettings.PlaybackResolution> {
        SettingKey<ShowcaseSettings.PlaybackResolution>("playback_resolution", default: ._1080)
    }

    /// Maximum frame rate.
    ///
    /// Most films have 23.976 frames per second.
    ///
    /// `playback_rate`
    static var playbackRate: SettingKey<Double> {
        SettingKey<Double>("playback_rate", default: 60)
    }

    /// Bandwidth.
    ///
    /// `playback_bandwidth`
    static var playbackBandwidth: SettingKey<Int> {
        SettingKey<Int>("playback_bandwidth", default: 20)
    }

    /// Gamma.
    ///
    /// `playback_gamma`
    static var playbackGamma: SettingKey<Double> {
        SettingKey<Double>("playback_gamma", default: 2.2)
    }

    /// Continue watching.
    ///
    /// `playback_resume`
    static var playbackResume: SettingKey<ShowcaseSettings.PlaybackResume> {
        SettingKey<ShowcaseSettings.PlaybackResume>("playback_resume", default: .ask)
    }

    /// Show subtitles by default.
    ///
    /// `subtitles_on`
    static var subtitlesOn: SettingKey<Bool> {
        SettingKey<Bool>("subtitles_on", default: false)
    }

    /// Keys that turn them on and off.
    ///
    /// `subtitles_key`
    static var subtitlesKey: SettingKey<String> {
        SettingKey<String>("subtitles_key", default: "Ctrl+Shift+S")
    }

    /// Keys for the next language.
    ///
    /// `subtitles_next`
    static var subtitlesNext: SettingKey<String> {
        SettingKey<String>("subtitles_next", default: "<Alt>n")
    }

    /// Language.
    ///
    /// `subtitles_language`
    static var subtitlesLanguage: SettingKey<ShowcaseSettings.SubtitlesLanguage> {
        SettingKey<ShowcaseSettings.SubtitlesLanguage>("subtitles_language", default: .auto)
    }

    /// Text size.
    ///
    /// `subtitles_size`
    static var subtitlesSize: SettingKey<Int> {
        SettingKey<Int>("subtitles_size", default: 100)
    }

    /// Text color.
    ///
    /// `subtitles_color`
    static var subtitlesColor: SettingKey<String> {
        SettingKey<String>("subtitles_color", default: "#ffffff")
    }

    /// Background.
    ///
    /// The last two digits are the opacity.
    ///
    /// `subtitles_back`
    static var subtitlesBack: SettingKey<String> {
        SettingKey<String>("subtitles_back", default: "#00000099")
    }

    /// Time shift.
    ///
    /// `subtitles_offset`
    static var subtitlesOffset: SettingKey<Double> {
        SettingKey<Double>("subtitles_offset", default: 0)
    }

    /// Share with other servers.
    ///
    /// All servers use the same volume and appearance.
    ///
    /// `network_sharing`
    static var networkSharing: SettingKey<Bool> {
        SettingKey<Bool>("network_sharing", default: false)
    }

    /// Network name.
    ///
    /// TVs and phones show this name.
    ///
    /// `network_name`
    static var networkName: SettingKey<String> {
        SettingKey<String>("network_name", default: "showcase")
    }

    /// Address.
    ///
    /// `network_address`
    static var networkAddress: SettingKey<ShowcaseSettings.NetworkAddress> {
        SettingKey<ShowcaseSettings.NetworkAddress>("network_address", default: .automatic)
    }

    /// Fixed address.
    ///
    /// `network_ip`
    static var networkIp: SettingKey<String> {
        SettingKey<String>("network_ip", default: "")
    }

    /// Name servers.
    ///
    /// Leave empty to use the router’s.
    ///
    /// `network_dns`
    static var networkDns: SettingKey<[String]> {
        SettingKey<[String]>("network_dns", default: [])
    }

    /// Port for HTTP.
    ///
    /// `network_http`
    static var networkHttp: SettingKey<Int> {
        SettingKey<Int>("network_http", default: 8096)
    }

    /// Port for HTTPS.
    ///
    /// `network_https`
    static var networkHttps: SettingKey<Int> {
        SettingKey<Int>("network_https", default: 8920)
    }

    /// More ports.
    ///
    /// `network_more`
    static var networkMore: SettingKey<[Int]> {
        SettingKey<[Int]>("network_more", default: [1900, 7359])
    }

    /// Wi-Fi.
    ///
    /// `wifi`
    static var wifi: SettingKey<Bool> {
        SettingKey<Bool>("wifi", default: true)
    }

    /// Band.
    ///
    /// `wifi_band`
    static var wifiBand: SettingKey<ShowcaseSettings.WifiBand> {
        SettingKey<ShowcaseSettings.WifiBand>("wifi_band", default: ._5)
    }

    /// Channel.
    ///
    /// Depends on the band.
    ///
    /// `wifi_channel`
    static var wifiChannel: SettingKey<ShowcaseSettings.WifiChannel> {
        SettingKey<ShowcaseSettings.WifiChannel>("wifi_channel", default: .auto)
    }

    /// Access from the internet.
    ///
    /// Only for the guests below, and always with a password.
    ///
    /// `remote_on`
    static var remoteOn: SettingKey<Bool> {
        SettingKey<Bool>("remote_on", default: false)
    }

    /// Public address.
    ///
    /// `remote_url`
    static var remoteUrl: SettingKey<String> {
        SettingKey<String>("remote_url", default: "")
    }

    /// Upload limit.
    ///
    /// `remote_limit`
    static var remoteLimit: SettingKey<Double> {
        SettingKey<Double>("remote_limit", default: 12.5)
    }

    /// Response headers.
    ///
    /// `remote_headers`
    static var remoteHeaders: SettingKey<Faceplate.Value> {
        SettingKey<Faceplate.Value>("remote_headers", default: .record(["X-Frame-Options": .text("DENY")]))
    }

    /// Close idle connections.
    ///
    /// `remote_timeout`
    static var remoteTimeout: SettingKey<Faceplate.Value> {
        SettingKey<Faceplate.Value>("remote_timeout", default: .text("auto"))
    }

    /// Guests with access.
    ///
    /// `remote_guests`
    static var remoteGuests: SettingKey<[ShowcaseSettings.RemoteGuestsRow]> {
        SettingKey<[ShowcaseSettings.RemoteGuestsRow]>("remote_guests", default: [ShowcaseSettings.RemoteGuestsRow(name: "Amira", role: .manage, until: (CivilDate("2027-06-30") ?? .first), streams: 2, allowed: true), ShowcaseSettings.RemoteGuestsRow(name: "Kenji", role: .view, until: (CivilDate("2026-12-31") ?? .first), streams: 1, allowed: false)])
    }

    /// Certificate file.
    ///
    /// Include all certificates of the chain.
    ///
    /// `certificate_file`
    static var certificateFile: SettingKey<SettingFile?> {
        SettingKey<SettingFile?>("certificate_file")
    }

    /// Reminder address.
    ///
    /// `certificate_mail`
    static var certificateMail: SettingKey<String> {
        SettingKey<String>("certificate_mail", default: "")
    }

    /// Name.
    ///
    /// `account_name`
    static var accountName: SettingKey<String> {
        SettingKey<String>("account_name", default: "")
    }

    /// Email address.
    ///
    /// `account_email`
    static var accountEmail: SettingKey<String> {
        SettingKey<String>("account_email", default: "")
    }

    /// Phone number.
    ///
    /// `account_phone`
    static var accountPhone: SettingKey<String> {
        SettingKey<String>("account_phone", default: "")
    }

    /// Website.
    ///
    /// `account_website`
    static var accountWebsite: SettingKey<String> {
        SettingKey<String>("account_website", default: "")
    }

    /// Birthday.
    ///
    /// Used for greetings and age limits. Only you see it.
    ///
    /// `account_birthday`
    static var accountBirthday: SettingKey<CivilDate?> {
        SettingKey<CivilDate?>("account_birthday")
    }

    /// About you.
    ///
    /// Up to 280 characters on 8 lines.
    ///
    /// `account_about`
    static var accountAbout: SettingKey<String> {
        SettingKey<String>("account_about", default: "")
    }

    /// Greeting.
    ///
    /// Shown to guests after they sign in.
    ///
    /// `account_greeting`
    static var accountGreeting: SettingKey<String> {
        SettingKey<String>("account_greeting", default: "<p>Welcome to our <strong>home</strong>.</p>")
    }

    /// Photo.
    ///
    /// `account_photo`
    static var accountPhoto: SettingKey<SettingFile?> {
        SettingKey<SettingFile?>("account_photo")
    }

    /// Sign-in.
    ///
    /// `account_session`
    static var accountSession: SettingKey<ShowcaseSettings.AccountSession> {
        SettingKey<ShowcaseSettings.AccountSession>("account_session", default: .signedOut)
    }

    /// Limits for children.
    ///
    /// `children_on`
    static var childrenOn: SettingKey<Bool> {
        SettingKey<Bool>("children_on", default: false)
    }

    /// Age limit.
    ///
    /// `children_age`
    static var childrenAge: SettingKey<Int> {
        SettingKey<Int>("children_age", default: 12)
    }

    /// Allowed from.
    ///
    /// `children_from`
    static var childrenFrom: SettingKey<ClockTime> {
        SettingKey<ClockTime>("children_from", default: (ClockTime("07:00") ?? .midnight))
    }

    /// Allowed until.
    ///
    /// `children_until`
    static var childrenUntil: SettingKey<ClockTime> {
        SettingKey<ClockTime>("children_until", default: (ClockTime("19:30") ?? .midnight))
    }

    /// PIN.
    ///
    /// `children_pin`
    static var childrenPin: SettingKey<String> {
        SettingKey<String>("children_pin", default: "")
    }

    /// Time zone.
    ///
    /// `home_zone`
    static var homeZone: SettingKey<String> {
        SettingKey<String>("home_zone", default: "Europe/Berlin")
    }

    /// Wake-up time.
    ///
    /// Lights brighten during the half hour before.
    ///
    /// `home_wake`
    static var homeWake: SettingKey<ClockTime> {
        SettingKey<ClockTime>("home_wake", default: (ClockTime("06:45") ?? .midnight))
    }

    /// Night starts.
    ///
    /// `home_night`
    static var homeNight: SettingKey<ClockTime> {
        SettingKey<ClockTime>("home_night", default: (ClockTime("23:00") ?? .midnight))
    }

    /// Dimming.
    ///
    /// `home_dim`
    static var homeDim: SettingKey<Duration> {
        SettingKey<Duration>("home_dim", default: .seconds(30))
    }

    /// Sleep timer.
    ///
    /// `home_sleep`
    static var homeSleep: SettingKey<Duration> {
        SettingKey<Duration>("home_sleep", default: .seconds(5400))
    }

    /// First day away.
    ///
    /// `home_away_from`
    static var homeAwayFrom: SettingKey<CivilDate?> {
        SettingKey<CivilDate?>("home_away_from")
    }

    /// Last day away.
    ///
    /// `home_away_until`
    static var homeAwayUntil: SettingKey<CivilDate?> {
        SettingKey<CivilDate?>("home_away_until")
    }

    /// Next recording.
    ///
    /// `home_record`
    static var homeRecord: SettingKey<CivilDateTime> {
        SettingKey<CivilDateTime>("home_record", default: CivilDateTime((CivilDate("2026-12-24") ?? .first), (ClockTime("18:00") ?? .midnight)))
    }

    /// Rooms.
    ///
    /// `home_rooms`
    static var homeRooms: SettingKey<Faceplate.Value> {
        SettingKey<Faceplate.Value>("home_rooms", default: .list([.record(["light": .integer(70), "off": .text("22:30"), "room": .text("Studio"), "tone": .text("#ffd9a0"), "warmth": .integer(21)]), .record(["light": .integer(40), "off": .text("23:15"), "room": .text("Salon"), "tone": .text("#ff9d6c"), "warmth": .decimal(ExactDecimal("20.5") ?? ExactDecimal(0))])]))
    }

    /// Light color for films.
    ///
    /// `home_scene`
    static var homeScene: SettingKey<String> {
        SettingKey<String>("home_scene", default: "#ffb347")
    }

    /// Theme.
    ///
    /// `theme`
    static var theme: SettingKey<ShowcaseSettings.Theme> {
        SettingKey<ShowcaseSettings.Theme>("theme", default: .system)
    }

    /// Accent color.
    ///
    /// `appearance_tint`
    static var appearanceTint: SettingKey<String> {
        SettingKey<String>("appearance_tint", default: "#0b5cad")
    }

    /// Columns.
    ///
    /// `appearance_columns`
    static var appearanceColumns: SettingKey<Int> {
        SettingKey<Int>("appearance_columns", default: 4)
    }

    /// Greeting.
    ///
    /// `appearance_greeting`
    static var appearanceGreeting: SettingKey<String> {
        SettingKey<String>("appearance_greeting", default: "")
    }

    /// Minimum rating.
    ///
    /// `appearance_stars`
    static var appearanceStars: SettingKey<Int> {
        SettingKey<Int>("appearance_stars", default: 4)
    }

    /// Spacing.
    ///
    /// `appearance_density`
    static var appearanceDensity: SettingKey<ShowcaseSettings.AppearanceDensity> {
        SettingKey<ShowcaseSettings.AppearanceDensity>("appearance_density", default: .airy)
    }

    /// Updates.
    ///
    /// `system_updates`
    static var systemUpdates: SettingKey<ShowcaseSettings.SystemUpdates> {
        SettingKey<ShowcaseSettings.SystemUpdates>("system_updates", default: .security)
    }

    /// History retention.
    ///
    /// `system_keep`
    static var systemKeep: SettingKey<Int> {
        SettingKey<Int>("system_keep", default: 30)
    }

    /// Log level.
    ///
    /// `system_log`
    static var systemLog: SettingKey<ShowcaseSettings.SystemLog> {
        SettingKey<ShowcaseSettings.SystemLog>("system_log", default: .notice)
    }

    /// Update mirror.
    ///
    /// `system_mirror`
    static var systemMirror: SettingKey<String> {
        SettingKey<String>("system_mirror", default: "")
    }

    /// Serial number.
    ///
    /// `system_serial`
    static var systemSerial: SettingKey<String> {
        SettingKey<String>("system_serial", default: "SC-2048-7731")
    }

    /// Setup token.
    ///
    /// `system_token`
    static var systemToken: SettingKey<String> {
        SettingKey<String>("system_token", default: "")
    }

    /// Cache.
    ///
    /// `system_cache`
    static var systemCache: SettingKey<Int> {
        SettingKey<Int>("system_cache", default: 2048)
    }

    /// Conversion threads.
    ///
    /// `system_threads`
    static var systemThreads: SettingKey<Int> {
        SettingKey<Int>("system_threads", default: 4)
    }
}

extension SecretKey {
    /// Access key.
    ///
    /// Find it in your account at the service.
    ///
    /// `metadata_key`
    static let metadataKey = SecretKey("metadata_key")

    /// Wi-Fi password.
    ///
    /// `wifi_password`
    static let wifiPassword = SecretKey("wifi_password")

    /// Password.
    ///
    /// At least 12 characters.
    ///
    /// `account_password`
    static let accountPassword = SecretKey("account_password")
}
