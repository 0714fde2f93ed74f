/// What can be wrong with a value, in Arabic.
extension ProblemWord {
    static let arabic: [ProblemWord: Phrase] = [
        .missing: "أدخِل قيمة لـ«{Label}»",
        .secretAgain: "أدخِل «{Label}» مرة أخرى",
        .select: "اختر قيمة لـ«{Label}»",
        .option: "لا يمكن أن تكون قيمة «{Label}» هي «{value}». اختر {options}",
        .optionMany: "لا يمكن أن تكون قيمة «{Label}» هي «{value}». اختر أحد الخيارات",
        .switch: "يجب أن يكون «{Label}» مفعّلًا أو غير مفعّل",
        .optionOff: "لا يمكن إلغاء «{Label}». اختر خيارًا آخر من «{group}»",
        .max: [
            .one: "يجب ألا يزيد طول «{Label}» على حرف واحد",
            .two: "يجب ألا يزيد طول «{Label}» على حرفين",
            .few: "يجب ألا يزيد طول «{Label}» على {max} أحرف",
            .many: "يجب ألا يزيد طول «{Label}» على {max} حرفًا",
            .other: "يجب ألا يزيد طول «{Label}» على {max} حرف",
        ],
        .min: [
            .one: "يجب ألا يقل طول «{Label}» عن حرف واحد",
            .two: "يجب ألا يقل طول «{Label}» عن حرفين",
            .few: "يجب ألا يقل طول «{Label}» عن {min} أحرف",
            .many: "يجب ألا يقل طول «{Label}» عن {min} حرفًا",
            .other: "يجب ألا يقل طول «{Label}» عن {min} حرف",
        ],
        .between: "يجب أن يكون عدد الأحرف في «{Label}» بين {min} و{max}",
        .pattern: "يجب أن تطابق قيمة «{Label}» الصيغة {pattern}",
        .patternUnnamed: "يجب أن تطابق قيمة «{Label}» الصيغة المطلوبة",
        .control: "يجب ألا تحتوي قيمة «{Label}» على أحرف تحكّم",
        .linebreak: "يجب أن تكون قيمة «{Label}» في سطر واحد",
        .readonly: "قيمة «{Label}» للقراءة فقط",
        .notsecret: "«{Label}» ليس كلمة مرور. أعِد ضبطه بدلًا من ذلك",
        .unknown: "لا يوجد إعداد باسم {key}",
        .unknownNearest: "لا يوجد إعداد باسم {key}. هل تقصد {nearest}؟",
        .removed: "لم يعد «{Label}» من إعدادات هذه اللوحة",
        .changedElsewhere: "غيّر شخص آخر قيمة «{Label}». تحقَّق منها ثم احفظ مرة أخرى",
        .notText: "يجب أن تكون قيمة «{Label}» نصًّا",
        .notAction: "لا يمكن الضغط على «{Label}»",
    ]
}
