/// What can be wrong with a value, in French.
extension ProblemWord {
    static let french: [ProblemWord: Phrase] = [
        .missing: "Saisissez une valeur pour « {Label} »",
        .secretAgain: "Saisissez de nouveau « {Label} »",
        .select: "Choisissez une valeur pour « {Label} »",
        .option: "« {Label} » ne peut pas être « {value} ». Choisissez {options}",
        .optionMany: "« {Label} » ne peut pas être « {value} ». Choisissez une des options",
        .switch: "« {Label} » doit être activé ou désactivé",
        .optionOff:
            "« {Label} » ne peut pas être désactivé. Choisissez une autre option de « {group} »",
        .max: [
            .one: "« {Label} » doit contenir au maximum {max} caractère",
            .many: "« {Label} » doit contenir au maximum {max} de caractères",
            .other: "« {Label} » doit contenir au maximum {max} caractères",
        ],
        .min: [
            .one: "« {Label} » doit contenir au moins {min} caractère",
            .many: "« {Label} » doit contenir au moins {min} de caractères",
            .other: "« {Label} » doit contenir au moins {min} caractères",
        ],
        .between: "« {Label} » doit contenir entre {min} et {max} caractères",
        .pattern: "« {Label} » doit respecter le format {pattern}",
        .patternUnnamed: "« {Label} » doit respecter le format attendu",
        .control: "« {Label} » ne doit pas contenir de caractères de contrôle",
        .linebreak: "« {Label} » doit tenir sur une seule ligne",
        .readonly: "« {Label} » est en lecture seule",
        .notsecret: "« {Label} » n’est pas un mot de passe. Réinitialisez-le plutôt",
        .unknown: "Aucun réglage ne s’appelle {key}",
        .unknownNearest: "Aucun réglage ne s’appelle {key}. Vouliez-vous dire {nearest} ?",
        .removed: "« {Label} » n’est plus un réglage de ce panneau",
        .changedElsewhere:
            "« {Label} » a été modifié par quelqu’un d’autre. Vérifiez-le et enregistrez de nouveau",
        .notText: "« {Label} » doit être un texte",
        .notAction: "« {Label} » ne peut pas être actionné",
    ]
}
