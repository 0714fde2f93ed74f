/// What can be wrong with a value, in English.
extension ProblemWord {
    static let english: [ProblemWord: Phrase] = [
        .missing: "Enter {label}",
        .secretAgain: "Enter {label} again",
        .select: "Select {label}",
        .option: "{Label} cannot be ‘{value}’. Choose {options}",
        .optionMany: "{Label} cannot be ‘{value}’. Choose one of the options",
        .switch: "{Label} must be on or off",
        .optionOff: "{Label} cannot be turned off. Choose another option of {group}",
        .max: [
            .one: "{Label} must be {max} character or fewer",
            .other: "{Label} must be {max} characters or fewer",
        ],
        .min: [
            .one: "{Label} must be {min} character or more",
            .other: "{Label} must be {min} characters or more",
        ],
        .between: "{Label} must be between {min} and {max} characters",
        .pattern: "{Label} must match the format {pattern}",
        .patternUnnamed: "{Label} must be in the right format",
        .control: "{Label} must not include control characters",
        .linebreak: "{Label} must be on one line",
        .readonly: "{Label} is read-only",
        .notsecret: "{Label} is not a password. Reset it instead",
        .unknown: "No setting is named {key}",
        .unknownNearest: "No setting is named {key}. Did you mean {nearest}?",
        .removed: "{Label} is no longer a setting of this panel",
        .changedElsewhere: "{Label} was changed by someone else. Check it and save again",
        .notText: "{Label} must be a text",
        .notAction: "{Label} cannot be pressed",
    ]
}
