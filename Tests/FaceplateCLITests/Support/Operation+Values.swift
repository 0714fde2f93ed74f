import Faceplate

extension Operation {
    static let all = values + times + confirmations + reversals + actions + profiles + files

    static let values = [
        Operation(
            name: "set a value",
            accepted: Requests(
                swift: .batch(["port": .text("8080")]), form: "port=8080",
                api: "PUT /api/settings/port 8080", command: "set port=8080"),
            result: ["revision 1", "port = 8080"],
            rejected: Requests(
                swift: .batch(["port": .text("0")]), form: "port=0",
                api: "PUT /api/settings/port 0", command: "set port=0"),
            reason: "port must be between 1 and 65535"),
        Operation(
            name: "set a value with a reason",
            accepted: Requests(
                swift: .batch(["port": .text("8080")], note: "Storm"),
                form: "port=8080&_note=Storm", api: "PUT /api/settings/port?note=Storm 8080",
                command: "set port=8080 --note Storm"),
            result: ["revision 1", "port = 8080", "because: Storm"]),
        Operation(
            name: "set the present value",
            before: { try $0.change(["port": "8080"]) },
            accepted: Requests(
                swift: .batch(["port": .text("8080")]), form: "port=8080",
                api: "PUT /api/settings/port 8080", command: "set port=8080"),
            result: ["revision 1", "port = 8080"]),
        Operation(
            name: "set several values",
            accepted: Requests(
                swift: .batch(["port": .text("8080"), "host": .text("Ada")]),
                form: "port=8080&host=Ada",
                api: #"PATCH /api/settings {"port":8080,"host":"Ada"}"#,
                command: "set port=8080 host=Ada"),
            result: ["revision 1", "port = 8080", "host = Ada"],
            rejected: Requests(
                swift: .batch(["port": .text("8080"), "hots": .text("Ada")]),
                form: "port=8080&hots=Ada",
                api: #"PATCH /api/settings {"port":8080,"hots":"Ada"}"#,
                command: "set port=8080 hots=Ada"),
            reason: "No setting is named hots. Did you mean host?"),
        Operation(
            name: "reset to the default",
            before: { try $0.change(["port": "8080", "low": "-5", "high": "0"]) },
            accepted: Requests(
                swift: .batch(["port": .reset]), form: "_reset=port",
                api: "DELETE /api/settings/port", command: "reset port"),
            result: ["revision 2", "low = -5", "high = 0"],
            // The error of the Swift API does not contain the message of the schema.
            rejected: Requests(
                form: "_reset=low",
                api: "DELETE /api/settings/low", command: "reset low"),
            reason: "Low must be less than high"),
        Operation(
            name: "reset everything",
            before: { try $0.change(["port": "8080", "host": "Ada"]) },
            accepted: Requests(
                swift: .batch(["*": .reset]), form: "_reset=*",
                api: #"POST /api/changes {"changes":[{"key":"*","reset":true}]}"#,
                command: "reset --all"),
            result: ["revision 2"],
            rejected: Requests(
                swift: .batch(["nett": .reset]), form: "_reset=nett",
                api: #"POST /api/changes {"changes":[{"key":"nett","reset":true}]}"#,
                command: "reset nett"),
            reason: "No setting is named nett"),
        Operation(
            name: "remove a secret",
            before: { try $0.change(["pin": "pl4nted"]) },
            accepted: Requests(
                swift: .batch(["pin": .clear]), form: "_clear=pin",
                api: "DELETE /api/settings/pin", command: "reset pin"),
            result: ["revision 2"]),
        Operation(
            name: "change an element of a list",
            before: { try $0.change(["names": #"["ash","elm"]"#]) },
            accepted: Requests(
                swift: .batch(["names": .json(["ash", "oak"])]), form: "names[1]=oak",
                api: #"PUT /api/settings/names ["ash","oak"]"#,
                command: #"set names=["ash","oak"]"#),
            result: ["revision 2", #"names = ["ash","oak"]"#],
            rejected: Requests(
                swift: .batch(["names": .json(["ash", "maple"])]), form: "names[1]=maple",
                api: #"PUT /api/settings/names ["ash","maple"]"#,
                command: #"set names=["ash","maple"]"#),
            reason: "Entry 2: names must be 4 characters or fewer"),
    ]

    static let times = [
        Operation(
            name: "set for a time",
            accepted: Requests(
                swift: .batch(["port": .text("8080")], for: .seconds(7_200)),
                form: "port=8080&_for=2h", api: "PUT /api/settings/port?for=2h 8080",
                command: "set --for 2h port=8080"),
            result: ["revision 1", "port = 8080 for 2 h"],
            rejected: Requests(
                swift: .batch(["pin": .text("1234")], for: .seconds(7_200)),
                form: "pin=1234&_for=2h", api: #"PUT /api/settings/pin?for=2h "1234""#,
                command: "set --for 2h pin=1234"),
            reason: "The old value of pin is not stored, so it cannot be restored"),
        Operation(
            name: "change the time",
            before: { try $0.change(["port": "8080"], for: .seconds(3_600)) },
            accepted: Requests(
                swift: .batch(["port": .text("8080")], for: .seconds(7_200)),
                form: "port=8080&_for=2h", api: "PUT /api/settings/port?for=2h 8080",
                command: "set --for 2h port=8080"),
            result: ["revision 1", "port = 8080 for 2 h"]),
        Operation(
            name: "end the time now",
            before: { try $0.change(["port": "8080"], for: .seconds(3_600)) },
            accepted: Requests(
                swift: .batch(["port": .goBack]), form: "_end=port",
                api: "DELETE /api/settings/port?end=1", command: "reset --end port"),
            result: ["revision 2"],
            rejected: Requests(
                swift: .batch(["prot": .goBack]), form: "_end=prot",
                api: #"POST /api/changes {"changes":[{"key":"prot","end":true}]}"#,
                command: "reset --end prot"),
            reason: "No setting is named prot. Did you mean port?"),
        Operation(
            name: "make the value permanent",
            before: { try $0.change(["port": "8080"], for: .seconds(3_600)) },
            accepted: Requests(
                swift: .batch(["port": .keep]), form: "_keep=port",
                api: #"POST /api/changes {"changes":[{"key":"port","keep":true}]}"#,
                command: "keep port"),
            result: ["revision 1", "port = 8080"],
            rejected: Requests(
                swift: .batch(["prot": .keep]), form: "_keep=prot",
                api: #"POST /api/changes {"changes":[{"key":"prot","keep":true}]}"#,
                command: "keep prot"),
            reason: "No setting is named prot. Did you mean port?"),
    ]

    static let confirmations = [
        Operation(
            name: "change a setting that must be confirmed",
            accepted: Requests(
                swift: .batch(["address": .text("b")], as: .script), form: "address=b",
                api: #"PATCH /api/settings {"address":"b"}"#, command: "set address=b"),
            result: ["revision 1", "address = b for 1 h, unconfirmed"],
            rejected: Requests(
                swift: .batch(["address": .text("bridge")], as: .script), form: "address=bridge",
                api: #"PATCH /api/settings {"address":"bridge"}"#, command: "set address=bridge"),
            reason: "address must be 5 characters or fewer"),
        Operation(
            name: "change and confirm at once",
            accepted: Requests(
                swift: .batch(["address": .text("b")], as: .script, isConfirmed: true),
                form: "address=b&_for=always",
                api: #"PATCH /api/settings?for=always {"address":"b"}"#,
                command: "set --for always address=b"),
            result: ["revision 1", "address = b"]),
        Operation(
            name: "confirm a change",
            before: { try $0.change(["address": "b"], as: .script) },
            accepted: Requests(
                swift: .batch(["address": .keep]), form: "_keep=address",
                api: #"POST /api/changes {"changes":[{"key":"address","keep":true}]}"#,
                command: "keep address"),
            result: ["revision 1", "address = b"],
            rejected: Requests(
                swift: .batch(["adress": .keep]), form: "_keep=adress",
                api: #"POST /api/changes {"changes":[{"key":"adress","keep":true}]}"#,
                command: "keep adress"),
            reason: "No setting is named adress. Did you mean address?"),
        Operation(
            name: "confirm a change by setting it again",
            before: { try $0.change(["address": "b"], as: .script) },
            accepted: Requests(
                swift: .batch(["address": .text("b")], as: .script, isConfirmed: true),
                form: "address=b&_for=always",
                api: #"POST /api/changes?for=always {"changes":[{"key":"address","text":"b"}]}"#,
                command: "set --for always address=b"),
            result: ["revision 1", "address = b"]),
        Operation(
            name: "confirm all changes",
            before: { try $0.change(["address": "b"], as: .script) },
            accepted: Requests(
                swift: .batch(["*": .keep]), form: "_keep=*",
                api: #"POST /api/changes {"changes":[{"key":"*","keep":true}]}"#, command: "keep"),
            result: ["revision 1", "address = b"]),
        Operation(
            name: "confirm when no change waits",
            accepted: Requests(
                swift: .batch(["address": .keep]), form: "_keep=address",
                api: #"POST /api/changes {"changes":[{"key":"address","keep":true}]}"#,
                command: "keep address"),
            result: ["revision 0"]),
        Operation(
            name: "go back to the confirmed value",
            before: { try $0.change(["address": "b"], as: .script) },
            accepted: Requests(
                swift: .batch(["address": .goBack]), form: "_end=address",
                api: "DELETE /api/settings/address?end=1", command: "reset --end address"),
            result: ["revision 2"]),
    ]

    static let reversals = [
        Operation(
            name: "undo a revision with a reason",
            before: { try $0.change(["port": "8080"]) },
            accepted: Requests(
                swift: .reversal(.undo(1), note: "Over"), form: "_undo=1&_note=Over",
                api: #"POST /api/undo?note=Over {"revision":1}"#,
                command: "undo 1 --note Over"),
            result: ["revision 2", "because: Over"], origin: .undo),
        Operation(
            name: "undo a revision",
            before: { try $0.change(["port": "8080", "host": "Ada"]) },
            accepted: Requests(
                swift: .reversal(.undo(1)), form: "_undo=1",
                api: #"POST /api/undo {"revision":1}"#, command: "undo 1"),
            result: ["revision 2"], origin: .undo,
            rejected: Requests(
                swift: .reversal(.undo(9)), form: "_undo=9",
                api: #"POST /api/undo {"revision":9}"#, command: "undo 9"),
            reason: "There is no revision 9. History contains 1 to 1"),
        Operation(
            name: "undo one change",
            before: { try $0.change(["port": "8080", "host": "Ada"]) },
            accepted: Requests(
                swift: .reversal(.undo(1, key: "port")), form: "_undo=1:port",
                api: #"POST /api/undo {"revision":1,"key":"port"}"#, command: "undo 1 port"),
            result: ["revision 2", "host = Ada"], origin: .undo,
            rejected: Requests(
                swift: .reversal(.undo(1, key: "low")), form: "_undo=1:low",
                api: #"POST /api/undo {"revision":1,"key":"low"}"#, command: "undo 1 low"),
            reason: "Revision 1 did not change low"),
        Operation(
            name: "undo a change of a setting that was changed again",
            before: {
                try $0.change(["host": "Ada"])
                try $0.change(["host": "Eve"])
            },
            accepted: Requests(
                swift: .reversal(.undo(1), isForced: true), form: "_undo=1&_keep[host]=mine",
                api: #"POST /api/changes {"undo":1,"key":"host","force":true}"#,
                command: "undo 1 --force"),
            result: ["revision 3"], origin: .undo,
            rejected: Requests(
                swift: .reversal(.undo(1)), form: "_undo=1",
                api: #"POST /api/changes {"undo":1}"#, command: "undo 1"),
            reason: "host was changed…", status: 409),
        Operation(
            name: "undo a change of a secret",
            before: {
                try $0.change(["pin": "pl4nted"])
                try $0.change(["pin": "0ther", "host": "Ada"])
            },
            accepted: Requests(
                swift: .reversal(.undo(2)), form: "_undo=2",
                api: #"POST /api/undo {"revision":2}"#, command: "undo 2"),
            result: ["revision 3", "pin is set"], origin: .undo,
            rejected: Requests(
                swift: .reversal(.undo(2, key: "pin")), form: "_undo=2:pin",
                api: #"POST /api/undo {"revision":2,"key":"pin"}"#, command: "undo 2 pin"),
            reason: "The old value of pin is not stored, so it cannot be restored"),
        Operation(
            name: "restore a revision",
            before: {
                try $0.change(["port": "8080"])
                try $0.change(["port": "81", "host": "Ada"])
            },
            accepted: Requests(
                swift: .reversal(.restore(1), isForced: true), form: "_restore=1",
                api: #"POST /api/changes {"restore":1}"#, command: "restore 1"),
            result: ["revision 3", "port = 8080"], origin: .undo,
            rejected: Requests(
                swift: .reversal(.restore(9), isForced: true), form: "_restore=9",
                api: #"POST /api/changes {"restore":9}"#, command: "restore 9"),
            reason: "There is no revision 9. History contains 0 to 2"),
    ]
}
