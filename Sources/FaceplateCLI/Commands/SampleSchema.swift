import FaceplateSchema

struct SampleSchema {
    let name: String
    let folder: String

    var files: [(path: String, text: String)] {
        [
            (path("\(name).json"), schema),
            (path("en.lproj/\(name).strings"), english),
            (path("fr.lproj/\(name).strings"), french),
        ]
    }

    private func path(_ file: String) -> String {
        PathParts.file(file, in: folder)
    }

    private var schema: String {
        """
        {
          "panelKey": "\(name)",
          "panelVersion": 1,
          "panelLocales": ["en", "fr"],
          "groups": [
            {
              "groupKey": "general",
              "items": [
                { "itemKey": "general_name", "itemControlType": "edit_text", "itemValue": "" },
                { "itemKey": "general_messages", "itemControlType": "switch", "itemValue": true },
                {
                  "itemKey": "general_summary",
                  "itemControlType": "choice",
                  "itemValue": "weekly",
                  "itemOptions": ["daily", "weekly", "never"]
                }
              ]
            }
          ]
        }

        """
    }

    private var english: String {
        """
        /* English */
        "\(name.uppercased())" = "Settings";

        "GENERAL" = "General";
        "GENERAL_NAME" = "Your name";
        "GENERAL_MESSAGES" = "Messages";
        "GENERAL_MESSAGES.help" = "Sends you a message when something changes.";
        "GENERAL_SUMMARY" = "Summary";
        "GENERAL_SUMMARY.option.daily" = "Every day";
        "GENERAL_SUMMARY.option.weekly" = "Every week";
        "GENERAL_SUMMARY.option.never" = "Never";

        """
    }

    private var french: String {
        """
        /* Français */
        "\(name.uppercased())" = "Réglages";

        "GENERAL" = "Général";
        "GENERAL_NAME" = "Votre nom";
        "GENERAL_MESSAGES" = "Messages";
        "GENERAL_MESSAGES.help" = "Vous envoie un message quand quelque chose change.";
        "GENERAL_SUMMARY" = "Résumé";
        "GENERAL_SUMMARY.option.daily" = "Chaque jour";
        "GENERAL_SUMMARY.option.weekly" = "Chaque semaine";
        "GENERAL_SUMMARY.option.never" = "Jamais";

        """
    }
}
