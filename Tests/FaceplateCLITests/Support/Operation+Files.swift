import Faceplate

extension Operation {
    /// Only a panel runs actions: a program calls its own code, and no command presses a button.
    static let actions = [
        Operation(
            name: "press an action",
            accepted: Requests(form: "print=press", api: "POST /api/actions/print"),
            result: ["revision 1", "host = Ada"], origin: .program,
            rejected: Requests(form: "fax=press", api: "POST /api/actions/fax"),
            reason: "fax failed: Out of paper")
    ]

    static let profiles = [
        Operation(
            name: "save a profile",
            before: { try $0.change(["port": "8080"]) },
            accepted: Requests(
                swift: Program { settings, _ in
                    try settings.profiles.save(named: "Night", keys: ["port", "host"])
                },
                form: "/profiles _name=Night&_keys=port&_keys=host",
                api: #"PUT /api/profiles/Night {"keys":["port","host"]}"#,
                command: "profile save Night port host"),
            result: [
                "revision 1", "port = 8080", #"profile Night: {"port":8080,"host":null}"#,
            ], hasDryRun: false,
            rejected: Requests(
                swift: Program { settings, _ in
                    try settings.profiles.save(named: "Night", keys: ["pin"])
                },
                form: "/profiles _name=Night&_keys=pin",
                api: #"PUT /api/profiles/Night {"keys":["pin"]}"#,
                command: "profile save Night pin"),
            reason:
                "pin cannot be part of a profile: it is a secret, a button, read-only or locked"),
        Operation(
            name: "replace a profile",
            before: {
                try $0.change(["port": "8080"])
                try $0.profiles.save(named: "Night", description: "Quiet", keys: ["port"])
            },
            accepted: Requests(
                swift: Program { settings, _ in
                    try settings.profiles.save(named: "Night", keys: ["host"], replacing: true)
                },
                form: "/profiles _name=Night&_keys=host&_replace=1",
                api: #"PUT /api/profiles/Night {"keys":["host"]}"#,
                command: "profile save Night host --replace"),
            result: ["revision 1", "port = 8080", #"profile Night, Quiet: {"host":null}"#],
            hasDryRun: false,
            rejected: Requests(
                swift: Program { settings, _ in
                    try settings.profiles.save(named: "Night", keys: ["host"])
                },
                form: "/profiles _name=Night&_keys=host",
                api: #"PUT /api/profiles/Night {"keys":["host"],"replace":false}"#,
                command: "profile save Night host"),
            reason: "A profile named Night already exists…", status: 409),
        Operation(
            name: "apply a profile",
            before: {
                try $0.change(["port": "8080"])
                try $0.profiles.save(named: "Night")
                try $0.change(["port": "81", "host": "Ada"])
            },
            accepted: Requests(
                swift: Program { try await $0.profiles.apply(named: "Night", isDryRun: $1) },
                form: "/profiles/Night _apply=all", api: "POST /api/profiles/Night/apply",
                command: "profile use Night"),
            result: [
                "revision 3", "port = 8080", "host = Ada", #"profile Night: {"port":8080}"#,
            ], origin: .profile,
            rejected: Requests(
                swift: Program { try await $0.profiles.apply(named: "Nigt", isDryRun: $1) },
                form: "/profiles/Nigt _apply=all", api: "POST /api/profiles/Nigt/apply",
                command: "profile use Nigt"),
            reason: "There is no profile Nigt. Did you mean Night?", status: 404),
        Operation(
            name: "apply a profile of the present values",
            before: {
                try $0.change(["low": "3"])
                try $0.profiles.save(named: "Low")
            },
            accepted: Requests(
                swift: Program { try await $0.profiles.apply(named: "Low", isDryRun: $1) },
                form: "/profiles/Low _apply=all", api: "POST /api/profiles/Low/apply",
                command: "profile use Low"),
            result: ["revision 1", "low = 3", #"profile Low: {"low":3}"#]),
        Operation(
            name: "rename a profile",
            before: {
                try $0.profiles.save(named: "Day", keys: ["host"])
                try $0.profiles.save(named: "Night", keys: ["port"])
            },
            accepted: Requests(
                swift: Program { settings, _ in
                    try settings.profiles.change(named: "Night", to: "Late")
                },
                form: "/profiles/Night _rename=1&_name=Late",
                api: #"PATCH /api/profiles/Night {"name":"Late"}"#,
                command: "profile rename Night Late"),
            result: [
                "revision 0", #"profile Day: {"host":null}"#, #"profile Late: {"port":null}"#,
            ], hasDryRun: false,
            rejected: Requests(
                swift: Program { settings, _ in
                    try settings.profiles.change(named: "Night", to: "Day")
                },
                form: "/profiles/Night _rename=1&_name=Day",
                api: #"PATCH /api/profiles/Night {"name":"Day"}"#,
                command: "profile rename Night Day"),
            reason: "A profile named Day already exists", status: 409),
        Operation(
            name: "remove a profile",
            before: { try $0.profiles.save(named: "Night", keys: ["port"]) },
            accepted: Requests(
                swift: Program { settings, _ in try settings.profiles.remove(named: "Night") },
                form: "/profiles/Night _remove=1", api: "DELETE /api/profiles/Night",
                command: "profile remove Night"),
            result: ["revision 0"], hasDryRun: false,
            rejected: Requests(
                swift: Program { settings, _ in try settings.profiles.remove(named: "Nigt") },
                form: "/profiles/Nigt _remove=1", api: "DELETE /api/profiles/Nigt",
                command: "profile remove Nigt"),
            reason: "There is no profile Nigt. Did you mean Night?", status: 404),
    ]

    static let files = [
        Operation(
            name: "import a file",
            before: { try $0.change(["port": "81", "names": #"["ash"]"#]) },
            accepted: Requests(
                swift: .importing(#"{"port":8080,"host":"Ada"}"#),
                form: "/import _apply=all&_text=port:+8080%0Ahost:+Ada&_format=yaml",
                api: #"POST /api/import {"port":8080,"host":"Ada"}"#,
                command: "import values.json"),
            result: ["revision 2", "port = 8080", "host = Ada", #"names = ["ash"]"#],
            origin: .import,
            rejected: Requests(
                swift: .importing(#"{"port":0,"host":"Ada"}"#),
                form: "/import _apply=all&_text=port:+0%0Ahost:+Ada&_format=yaml",
                api: #"POST /api/import {"port":0,"host":"Ada"}"#, command: "import wrong.json"),
            reason: "port must be between 1 and 65535"),
        Operation(
            name: "import a file of the present values",
            before: { try $0.change(["port": "8080", "host": "Ada"]) },
            accepted: Requests(
                swift: .importing(#"{"port":8080,"host":"Ada"}"#),
                form: "/import _apply=all&_text=port:+8080%0Ahost:+Ada&_format=yaml",
                api: #"POST /api/import {"port":8080,"host":"Ada"}"#,
                command: "import values.json"),
            result: ["revision 1", "port = 8080", "host = Ada"]),
        Operation(
            name: "import a value that must be confirmed",
            accepted: Requests(
                swift: .importing(#"{"address":"b"}"#),
                form: "/import _apply=all&_text=address:+b&_format=yaml",
                api: #"POST /api/import {"address":"b"}"#, command: "import address.json"),
            result: ["revision 1", "address = b for 1 h, unconfirmed"], origin: .import),
        Operation(
            name: "import the accepted values of a file",
            accepted: Requests(
                swift: .importing(#"{"port":0,"host":"Ada"}"#, isPartial: true),
                form: "/import _apply=partial&_text=port:+0%0Ahost:+Ada&_format=yaml",
                api: #"POST /api/import?partial=1 {"port":0,"host":"Ada"}"#,
                command: "import wrong.json --partial"),
            result: ["revision 1", "host = Ada"], origin: .import,
            rejected: Requests(
                swift: .importing(#"{"port":0}"#, isPartial: true),
                form: "/import _apply=partial&_text=port:+0&_format=yaml",
                api: #"POST /api/import?partial=1 {"port":0}"#,
                command: "import none.json --partial"),
            reason: "port must be between 1 and 65535"),
    ]
}
