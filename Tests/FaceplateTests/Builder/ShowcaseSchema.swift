// swift-format-ignore-file
import Faceplate

func showcaseSchema() throws(SchemaError) -> Schema {
    try Schema(.panel("showcase", version: 2)
        .title("showcase_title")
        .save(.auto)
        .layout(.grouped)
        .density(.comfortable)
        .icon("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVqb2luPSJyb3VuZCI+PHJlY3QgeD0iMiIgeT0iNCIgd2lkdGg9IjIwIiBoZWlnaHQ9IjE2IiByeD0iMyIvPjxwYXRoIGQ9Ik0xMCA5djZsNS0zeiIvPjwvc3ZnPg==")
        .locales("en", "fr", "de", "ar", "ja")
        .style([.mainColor: .pair(light: "#17211e", dark: "#e9f1ee"), .secondaryColor: .pair(light: "#50605b", dark: "#a9bab4")])
        .theme("theme")
        .accent("appearance_tint")
        .restart("system_restart")
        .syncSwitch("network_sharing")
        .historyRevisions(5000)
        .historyDays(730)
        .historySize(67108864)
        .control("rating", Slider().minimum(1).maximum(5))
        .check(.is("home_away_from", empty: true) || .is("home_away_until", empty: true) || .is("home_away_from", atMost: .setting("home_away_until")), "home_away_wrong", at: "home_away_from", "home_away_until")
        .check(!.is("remote_on") || .is("playback_bandwidth", atLeast: 4), "remote_too_slow", at: "playback_bandwidth")
        .labels("ar", ["ACCOUNT_WEBSITE": "الموقع الإلكتروني", "LANGUAGE_AR": "العربية", "LANGUAGE_DE": "الألمانية", "LANGUAGE_EN": "الإنجليزية", "LANGUAGE_FR": "الفرنسية", "LANGUAGE_JA": "اليابانية"])
        .labels("de", ["ACCOUNT_WEBSITE": "Website", "LANGUAGE_AR": "Arabisch", "LANGUAGE_DE": "Deutsch", "LANGUAGE_EN": "Englisch", "LANGUAGE_FR": "Französisch", "LANGUAGE_JA": "Japanisch"])
        .labels("en", ["ACCOUNT_WEBSITE": "Website", "LANGUAGE_AR": "Arabic", "LANGUAGE_DE": "German", "LANGUAGE_EN": "English", "LANGUAGE_FR": "French", "LANGUAGE_JA": "Japanese"])
        .labels("fr", ["ACCOUNT_WEBSITE": "Site web", "LANGUAGE_AR": "Arabe", "LANGUAGE_DE": "Allemand", "LANGUAGE_EN": "Anglais", "LANGUAGE_FR": "Français", "LANGUAGE_JA": "Japonais"])
        .labels("ja", ["ACCOUNT_WEBSITE": "ウェブサイト", "LANGUAGE_AR": "アラビア語", "LANGUAGE_DE": "ドイツ語", "LANGUAGE_EN": "英語", "LANGUAGE_FR": "フランス語", "LANGUAGE_JA": "日本語"])) {
        Group("quick") {
            Reference("playback_volume").order(1)
            Reference("theme").order(2)
            Reference("wifi").order(3)
            Button("quick_pause").order(4).action("true")
        }.order(20)
        Group("server") {
            Text("server_welcome").order(1).subtitle("server_welcome_text")
            Info("server_started", value: "2026-11-18T06:12").order(2)
            Info("server_space", value: 1834.6).order(3).page("library").format("%'.1f GB")
        }.order(10)
        Group("areas") {
            Page("library") {
                Group("library_folders") {
                    EditList("library_roots", of: EditText().required().maximumLength(200).pattern("^/").spellcheck(false), default: ["/srv/films", "/srv/music"])
                        .minimumCount(1)
                        .maximumCount(10)
                        .unique()
                    Choices("library_kinds", options: ["films", "series", "music", .option("photos", help: "library_photos_help"), .option("books", when: .is("library_index", "full"))], default: ["films", "music"])
                        .minimumCount(1)
                        .maximumCount(4)
                    Choice("library_index", options: ["quick", "full"], default: "quick")
                        .style(.radios)
                    Switch("library_watch", default: true)
                    EditDuration("library_interval", default: "15m")
                        .minimum("1m")
                        .maximum("24h")
                        .unit(.min)
                        .visible(when: !.is("library_watch"))
                    Choice("library_sort", options: ["title", "added", "released", "rating", "length", "chance"], default: "title")
                }
                Group("library_music") {
                    Switch("library_gapless", default: true)
                    Slider("library_crossfade", default: 0)
                        .minimum(0)
                        .maximum(12)
                        .unit("s")
                        .enabled(when: !.is("library_gapless"))
                }.collapsed(false).visible(when: .is("library_kinds", containing: "music"))
                Group("library_care") {
                    Info("library_last", value: "2026-11-19")
                    Button("library_scan").role(.primary).action("sleep", "3")
                    Button("library_clean")
                        .role(.destructive)
                        .action("true")
                        .confirm("library_clean_question")
                    Page("library_metadata") {
                        Group("metadata_sources") {
                            Picker("metadata_provider", options: ["central", "musicbase", "local"], default: "central")
                                .adds()
                                .maximumLength(120)
                                .keyboard(.url)
                                .capitalization(.none)
                                .spellcheck(false)
                                .contentType("url")
                            Choice("metadata_language", options: [.option("en", label: "language_en"), .option("fr", label: "language_fr"), .option("de", label: "language_de"), .option("ar", label: "language_ar"), .option("ja", label: "language_ja")], default: "en")
                                .style(.list)
                            EditPassword("metadata_key")
                                .minimumLength(16)
                                .maximumLength(64)
                                .pattern("^[A-Za-z0-9]+$")
                                .contentType("off")
                            Slider("metadata_rating", default: 3).control("rating")
                        }.footer("metadata_sources_note")
                        Group("metadata_pictures") {
                            Switch("metadata_art", default: true)
                            Segment("metadata_art_size", options: ["small", "medium", "large", "own"], default: "medium")
                                .enabled(when: .is("metadata_art"))
                            EditInteger("metadata_art_width")
                                .minimum(100)
                                .maximum(4000)
                                .step(50)
                                .unit("px")
                                .visible(when: .is("metadata_art_size", "own"))
                                .required(when: .is("metadata_art_size", "own"))
                                .whenHidden(.clear)
                            EditFile("metadata_cover")
                                .types("image/png", "image/jpeg")
                                .maximumSize(262144)
                                .enabled(when: .is("metadata_art"))
                            HTML("metadata_credits").subtitle("metadata_credits_text")
                        }
                    }
                }
            }
                .summary("library_summary")
                .image("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVjYXA9InJvdW5kIiBzdHJva2UtbGluZWpvaW49InJvdW5kIj48cGF0aCBkPSJNNCA0djE2TTkgNHYxNk0xNCA1bDUgMTUiLz48L3N2Zz4=")
            Page("playback") {
                Group("playback_sound") {
                    Slider("playback_volume", default: 60)
                        .minimum(0)
                        .maximum(100)
                        .step(5)
                        .unit("%")
                        .minimumLabel("playback_quiet")
                        .maximumLabel("playback_loud")
                        .synced()
                    Slider("playback_balance", default: 0)
                        .minimum(-1)
                        .maximum(1)
                        .step(0.1)
                        .fractionDigits(1)
                        .format("%+.1f")
                    Switch("playback_bluetooth").title("bluetooth")
                    Choice("playback_output", options: ["hdmi", "optical", "analog", .option("bluetooth", when: .is("playback_bluetooth"))], default: "hdmi")
                        .optionsProvided()
                        .scope(.machine)
                    EditInteger("playback_delay", default: 0)
                        .minimum(-500)
                        .maximum(500)
                        .step(10)
                        .unit("ms")
                }
                    .footer("playback_sound_note")
                    .footer("playback_loud_note", when: .is("playback_volume", greater: 85))
                    .footer("playback_mute_note", when: .is("playback_volume", 0))
                Group("playback_picture") {
                    Segment("playback_resolution", options: [720, .option(1080, short: "full_hd"), 2160], default: 1080)
                    EditDecimal("playback_rate", default: 60)
                        .minimum(23.976)
                        .maximum(120)
                        .fractionDigits(3)
                        .unit("fps")
                    Stepper("playback_bandwidth", default: 20)
                        .minimum(2)
                        .maximum(100)
                        .step(2)
                        .unit("Mbit/s")
                    Stepper("playback_gamma", default: 2.2)
                        .minimum(1.8)
                        .maximum(2.8)
                        .step(0.1)
                        .fractionDigits(1)
                        .format("%.1f")
                        .level(.advanced)
                        .deprecated("playback_gamma_old")
                }
                Group("playback_resume") {
                    Select("playback_resume_always", default: false)
                    Select("playback_resume_ask", default: true)
                    Select("playback_resume_never", default: false)
                }
                    .footer("playback_resume_always_note", when: .is("playback_resume_always"))
                    .footer("playback_resume_never_note", when: .is("playback_resume_never"))
                    .renamed(from: "continue_watching")
                    .valueMap(["on": "playback_resume_always"])
                Group("playback_words") {
                    Page("playback_subtitles") {
                        Group("subtitles") {
                            Switch("subtitles_on", default: false)
                            Choice("subtitles_language", options: ["auto", .option("en", label: "language_en"), .option("fr", label: "language_fr"), .option("de", label: "language_de"), .option("ar", label: "language_ar"), .option("ja", label: "language_ja")], default: "auto")
                                .enabled(when: .is("subtitles_on"))
                        }
                            .footer("subtitles_off_note")
                            .footer("subtitles_on_note", when: .is("subtitles_on"))
                        Group("subtitles_look") {
                            Slider("subtitles_size", default: 100)
                                .minimum(50)
                                .maximum(200)
                                .step(25)
                                .unit("%")
                            EditColor("subtitles_color", default: "#ffffff")
                            EditColor("subtitles_back", default: "#00000099").alpha()
                            EditDecimal("subtitles_offset", default: 0)
                                .minimum(-10)
                                .maximum(10)
                                .step(0.25)
                                .fractionDigits(2)
                                .unit("s")
                                .format("%+.2f s")
                            Text("subtitles_sample")
                        }.visible(when: .is("subtitles_on"))
                    }
                }
            }
                .summary("{playback_volume} · {playback_resolution}")
                .image("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVjYXA9InJvdW5kIiBzdHJva2UtbGluZWpvaW49InJvdW5kIj48cGF0aCBkPSJNNiA0bDE0IDgtMTQgOHoiLz48L3N2Zz4=")
            Page("network") {
                Group("network_server") {
                    Switch("network_sharing", default: false).help("network_sharing_help")
                    EditText("network_name", default: "showcase")
                        .required()
                        .minimumLength(2)
                        .maximumLength(30)
                        .pattern("^[a-z][a-z0-9-]*$")
                        .trim()
                        .keyboard(.text)
                        .capitalization(.none)
                        .spellcheck(false)
                    Choice("network_address", options: ["automatic", "fixed"], default: "automatic")
                        .keepWithin("90s")
                    EditText("network_ip", default: "")
                        .pattern("^([0-9]{1,3}\\.){3}[0-9]{1,3}$")
                        .keyboard(.decimal)
                        .keepWithin("90s")
                        .visible(when: .is("network_address", "fixed"))
                        .required(when: .is("network_address", "fixed"))
                    EditList("network_dns", of: EditText().format(.ip), default: [])
                        .maximumCount(3)
                        .unique()
                }
                Group("network_ports") {
                    EditInteger("network_http", default: 8096).minimum(1).maximum(65535).restart()
                    EditInteger("network_https", default: 8920).minimum(1).maximum(65535).restart()
                    EditList("network_more", of: EditInteger().minimum(1).maximum(65535), default: [1900, 7359])
                        .maximumCount(12)
                        .unique()
                }
                    .collapsed()
                    .check(!.is("network_http", .setting("network_https")), "network_ports_equal", at: "network_http", "network_https")
                Group("network_wireless") {
                    Switch("wifi", default: true).synonyms("wifi_synonyms")
                    Segment("wifi_band", options: ["2.4", "5", "6"], default: "5")
                        .enabled(when: .is("wifi"))
                    Choice("wifi_channel", options: ["auto", .option(1, when: .is("wifi_band", "2.4")), .option(6, when: .is("wifi_band", "2.4")), .option(36, when: .is("wifi_band", in: ["5", "6"])), .option(149, when: .is("wifi_band", "5"))], default: "auto")
                        .style(.list)
                        .enabled(when: .is("wifi"))
                    EditPassword("wifi_password")
                        .minimumLength(8)
                        .maximumLength(63)
                        .contentType("new-password")
                        .enabled(when: .is("wifi"))
                }
                Group("network_outside") {
                    Page("network_remote") {
                        Group("remote") {
                            Switch("remote_on", default: false)
                            EditText("remote_url", default: "")
                                .pattern("^https?://")
                                .keyboard(.url)
                                .capitalization(.none)
                                .spellcheck(false)
                                .contentType("url")
                                .required(when: .is("remote_on"))
                            EditDecimal("remote_limit", default: 12.5)
                                .minimum(0.5)
                                .maximum(1000)
                                .fractionDigits(1)
                                .unit("Mbit/s")
                                .enabled(when: .is("remote_on"))
                            Button("remote_test")
                                .role(.normal)
                                .action("date")
                                .enabled(when: .is("remote_on") && .is("remote_url", matching: "^https:"))
                            Page("remote_certificate") {
                                Group("certificate") {
                                    EditFile("certificate_file")
                                        .help("certificate_file_help")
                                        .types(".pem", ".crt")
                                        .maximumSize(65536)
                                        .required()
                                    Info("certificate_issuer").subtitle("certificate_issuer_name")
                                    Info("certificate_expires", value: "2027-02-17T08:30")
                                        .format("yyyy-MM-dd, HH:mm")
                                    EditText("certificate_mail", default: "")
                                        .placeholder("mail_example")
                                        .maximumLength(120)
                                        .pattern("^[^@ ]+@[^@ ]+$")
                                        .keyboard(.email)
                                        .capitalization(.none)
                                        .spellcheck(false)
                                        .contentType("email")
                                    Button("certificate_renew")
                                        .action("sleep", "3")
                                        .enabled(when: .is("certificate_mail", empty: false))
                                }
                            }
                        }
                        Group("remote_people") {
                            EditMap(
                                "remote_headers",
                                of: EditText().title("header_value").maximumLength(80)
                                    .lineBreaks(),
                                default: ["X-Frame-Options": "DENY"]
                            ).names(
                                EditText().title("header_name").required()
                                    .pattern("^[A-Za-z-]+$")
                            ).maximumCount(5).filePath("remote", "headers").fileOthers()
                            EditAlternatives("remote_timeout", default: "auto") {
                                Choice(options: [
                                    .option("off", label: "timeout_off"),
                                    .option("auto", label: "timeout_auto"),
                                ]).title("timeout_word")
                                EditDuration().maximum("1h").title("timeout_length")
                            }.nullable()
                            EditTable("remote_guests", default: [["allowed": true, "name": "Amira", "role": "manage", "streams": 2, "until": "2027-06-30"], ["allowed": false, "name": "Kenji", "role": "view", "streams": 1, "until": "2026-12-31"]]) {
                                EditText("name").required().maximumLength(40).capitalization(.words)
                                Choice("role", options: ["view", "manage"])
                                EditDate("until").minimum("2026-01-01")
                                EditInteger("streams", default: 1).minimum(1).maximum(5)
                                Switch("allowed", default: true)
                            }.maximumCount(8).uniqueColumn("name")
                        }.visible(when: .is("remote_on"))
                        Group("remote_help") {
                            Link("remote_guide", to: "https://example.org/remote")
                                .accessory(.detail)
                            Link("remote_mail", to: "mailto:help@example.org").accessory(.none)
                            Link("remote_phone", to: "tel:+49301234567")
                            Link("remote_network", to: "/pages/network").accessory(.disclosure)
                            Link("remote_state", to: "/healthz").accessory(.check)
                        }
                    }.summary("{remote_url}")
                }
            }
                .summary("{network_name} · {network_address}")
                .image("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVjYXA9InJvdW5kIiBzdHJva2UtbGluZWpvaW49InJvdW5kIj48cGF0aCBkPSJNMiA5YTE1IDE1IDAgMCAxIDIwIDBNNS41IDEzYTEwIDEwIDAgMCAxIDEzIDBNOSAxNi41YTUgNSAwIDAgMSA2IDBNMTIgMjBoLjAxIi8+PC9zdmc+")
            Page("people") {
                Group("account") {
                    EditText("account_name", default: "")
                        .maximumLength(60)
                        .capitalization(.words)
                        .contentType("name")
                        .renamed(from: "owner_name")
                    EditText("account_email", default: "")
                        .placeholder("mail_example")
                        .pattern("^[^@ ]+@[^@ ]+$")
                        .keyboard(.email)
                        .capitalization(.none)
                        .contentType("email")
                    EditText("account_phone", default: "").keyboard(.tel).contentType("tel")
                    EditURL("account_website", default: "").schemes("https", "http", "gemini")
                    EditDate("account_birthday").minimum("1900-01-01").maximum("2026-12-31")
                    EditMultiline("account_about", default: "")
                        .rows(4)
                        .maximumLines(8)
                        .maximumLength(280)
                        .capitalization(.sentences)
                        .spellcheck()
                    EditHTML("account_greeting", default: "<p>Welcome to our <strong>home</strong>.</p>")
                        .rows(4)
                    EditFile("account_photo").types("image/*").maximumSize(524288)
                    EditPassword("account_password").minimumLength(12).contentType("new-password")
                    Button("account_session")
                        .action("true")
                        .states(.state("signed_out", title: "sign_in", role: .primary), .state("signed_in", confirm: "account_leave_question", role: .destructive))
                        .enabled(when: .is("account_email", empty: false))
                }
                Group("children") {
                    Switch("children_on", default: false)
                    EditInteger("children_age", default: 12)
                        .minimum(0)
                        .maximum(18)
                        .enabled(when: .is("children_on"))
                    EditTime("children_from", default: "07:00").enabled(when: .is("children_on"))
                    EditTime("children_until", default: "19:30").enabled(when: .is("children_on"))
                    EditText("children_pin", default: "")
                        .pattern("^[0-9]{4}$")
                        .obscured()
                        .keyboard(.numeric)
                        .contentType("one-time-code")
                        .visible(when: .is("children_on"))
                        .required(when: .is("children_on"))
                }
                    .check(!.is("children_on") || .is("children_from", less: .setting("children_until")), "children_hours_wrong")
            }
                .image("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAA50lEQVR42rXN3WYDYRSF4XU5+2oq0snf7oiIiDEixhhjRFVF7iWEEEIoJYRQSimRUEopvY3mYA7b/c18B4vndL0LP4VS4TsPqfCV9anwmQ6o8JEMqXCZjqhwmoyp8B5HVHiLYiq8jidUeBlNqXAcJnX8nou/6gxxGKSV/q2XKrfY9zM3R73knuM5zB0q6yVHAU9aWGrWS1YEu+7M4nVgRbBt31u8DqwINsGDxevAimDdfLR4HVgRrBpzi9eBFcHyZmHxOrAikKZSQW6VChIoFaSlVJC2UkE6SgXpKhWkp1QQVSrInVJdAaHI4tGhe4k5AAAAAElFTkSuQmCC")
                .hue(.green)
            Page("home") {
                Group("home_rhythm") {
                    Picker("home_zone", options: ["Europe/Berlin", "Europe/Paris", "Africa/Cairo", "Asia/Tokyo"], default: "Europe/Berlin")
                        .pattern("^[A-Za-z]+(/[A-Za-z_]+)+$")
                    EditTime("home_wake", default: "06:45").minimum("04:00").maximum("11:00")
                    EditTime("home_night", default: "23:00:00")
                        .minimum("20:00")
                        .maximum("02:00")
                        .seconds()
                    EditDuration("home_dim", default: "30s").minimum("0s").maximum("10m").unit(.s)
                    EditDuration("home_sleep", default: "1h30m").maximum("8h").unit(.h)
                }
                Group("home_away") {
                    EditDate("home_away_from").minimum("2026-01-01")
                    EditDate("home_away_until")
                    EditDatetime("home_record", default: "2026-12-24T18:00")
                        .minimum("2026-11-01T00:00")
                        .format("yyyy-MM-dd, HH:mm")
                        .timeZone("Europe/Berlin")
                }
                Group("home_lights") {
                    EditTable("home_rooms", default: [["light": 70, "off": "22:30", "room": "Studio", "tone": "#ffd9a0", "warmth": 21], ["light": 40, "off": "23:15", "room": "Salon", "tone": "#ff9d6c", "warmth": 20.5]]) {
                        EditText("room").required()
                        EditInteger("light", default: 80).minimum(0).maximum(100).unit("%")
                        EditColor("tone", default: "#ffd9a0")
                        EditDecimal("warmth", default: 20.5).fractionDigits(1).unit("°C")
                        EditTime("off", default: "22:30")
                    }.minimumCount(1).maximumCount(12).otherColumns()
                    EditColor("home_scene", default: "#ffb347")
                }
            }
                .summary("home_summary")
                .image("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVjYXA9InJvdW5kIiBzdHJva2UtbGluZWpvaW49InJvdW5kIj48cGF0aCBkPSJNMyAxMWw5LTggOSA4TTUgMTB2MTBoMTRWMTBNMTAgMjB2LTZoNHY2Ii8+PC9zdmc+")
            Page("appearance") {
                Group("appearance_home") {
                    Choice("theme", options: ["light", "dark", "system"], default: "system")
                        .synced()
                    EditColor("appearance_tint", default: "#0b5cad")
                    Stepper("appearance_columns", default: 4).minimum(2).maximum(8)
                    EditText("appearance_greeting", default: "").maximumLength(40).trim(false)
                    Slider("appearance_stars", default: 4)
                        .data(["symbol": "star"])
                        .control("rating")
                    Choice("appearance_density", options: ["airy", "dense"], default: "airy")
                        .style([.backgroundColor: .pair(light: "#f3f7fc", dark: "#1c2530"), .bottom: "0.75rem", .cornerRadius: "0.5rem", .leading: "1rem", .secondaryFont: "400 0.8125rem/1.4 system-ui, sans-serif", .textColor: .pair(light: "#1a1a20", dark: "#ededf2"), .top: "0.75rem", .trailing: "1rem"])
                    Button("appearance_preview")
                        .action("true")
                        .style([.backgroundColor: .pair(light: "#0b5cad", dark: "#9cc5f2"), .cornerRadius: "0.5rem", .leading: "1rem", .textColor: .pair(light: "#ffffff", dark: "#06182b"), .trailing: "1rem"])
                    Text("appearance_note").subtitle("appearance_note_text").collapsed()
                }
                    .style([.mainFont: "500 0.9375rem/1.4 system-ui, sans-serif", .rowHeight: "3.25rem"])
            }
                .image("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVjYXA9InJvdW5kIiBzdHJva2UtbGluZWpvaW49InJvdW5kIj48Y2lyY2xlIGN4PSIxMiIgY3k9IjEyIiByPSI5Ii8+PHBhdGggZD0iTTEyIDN2MThNMTIgOGg4TTEyIDEzaDlNMTIgMThoNiIvPjwvc3ZnPg==")
            Page("system") {
                Group("system_upkeep") {
                    Choice("system_updates", options: ["all", "security", "never"], default: "security")
                        .style(.radios)
                        .renamed(from: "auto_update")
                        .valueMap(["no": "never", "yes": "all"])
                    EditInteger("system_keep", default: 30).minimum(1).maximum(365).unit("days")
                    Choice("system_log", options: ["error", "warning", "notice", "info", "debug", "trace"], default: "notice")
                        .level(.advanced)
                    EditText("system_mirror", default: "").keyboard(.search).level(.advanced)
                    EditText("system_serial", default: "SC-2048-7731").readOnly()
                    EditText("system_token", default: "").hidden()
                }
                Group("system_power") {
                    Button("system_restart").action("sleep", "3").confirm("system_restart_question")
                    Button("system_erase")
                        .access("administrators")
                        .role(.destructive)
                        .action("true")
                }.header("system_power_head")
                Group("system_expert") {
                    EditInteger("system_cache", default: 2048)
                        .minimum(128)
                        .maximum(65536)
                        .step(128)
                        .unit("MB")
                    Stepper("system_threads", default: 4).minimum(1).maximum(32)
                }.level(.advanced).access("administrators")
                Group("system_about") {
                    Info("system_version", value: "4.2.0")
                    Info("system_films", value: 18734).format("%'d")
                    Info("system_used", value: 73.25).format("%.1f %%")
                    Info("system_legal").subtitle("system_legal_text")
                    HTML("system_licence").subtitle("system_licence_text")
                }
            }
                .image("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCIgZmlsbD0ibm9uZSIgc3Ryb2tlPSJjdXJyZW50Q29sb3IiIHN0cm9rZS13aWR0aD0iMiIgc3Ryb2tlLWxpbmVjYXA9InJvdW5kIiBzdHJva2UtbGluZWpvaW49InJvdW5kIj48cmVjdCB4PSIzIiB5PSI0IiB3aWR0aD0iMTgiIGhlaWdodD0iNyIgcng9IjIiLz48cmVjdCB4PSIzIiB5PSIxMyIgd2lkdGg9IjE4IiBoZWlnaHQ9IjciIHJ4PSIyIi8+PHBhdGggZD0iTTcgNy41aC4wMU03IDE2LjVoLjAxIi8+PC9zdmc+")
        }
            .order(30)
            .title(["ar": "جميع الإعدادات", "de": "Alle Einstellungen", "en": "All settings", "fr": "Tous les réglages", "ja": "すべての設定"])
    }
}
