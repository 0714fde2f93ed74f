import Faceplate

extension Panel {
    /// Responds to the press of a row's button on a page that is saved only as a whole.
    ///
    /// A button of a list or a number changes the typed value, and nothing is saved. A reset, a removal or a button of
    /// a picker saves only its own setting. All other fields are shown again as typed.
    ///
    /// - Returns: False when the post must be saved normally, as it is for a script, and for JavaScript, which sends
    ///   these buttons together with the page's Save button.
    func drafts(_ context: PostContext) -> Bool {
        let (post, schema) = (context.post, context.view().schema)
        guard case .page = context.form, schema.saveMode == .explicit, !post.keepsTyped,
            !context.isHistory, !post.options.isDryRun, post.pressed == nil, post.reversal == nil
        else { return false }
        let pressed = post.assignments.filter { $0.isByButton || $0.key == post.edited }
        guard let first = pressed.first else { return false }
        if pressed.allSatisfy({ $0.isDraft(in: schema) }) {
            answerDraft(pressed, context)
        } else {
            saveAlone(first, context)
        }
        return true
    }

    private func answerDraft(_ pressed: [Assignment], _ context: PostContext) {
        let page = page(of: context)
        var submission = Submission(of: context)
        for assignment in pressed {
            guard case .form(let fields) = assignment.input,
                let setting = page.schema.settings[assignment.key]
            else { continue }
            do throws(ValueProblem) {
                let now = page.snapshot.value(of: setting)
                let value = try fields.value(by: setting.rules, now: now)
                submission.typed[setting.key] = fields.showing(value, of: setting, now: now)
            } catch {
                let problem = KeyProblem(key: setting.key, problem: error)
                submission.add(shown(problem, context, page), in: page.schema)
            }
        }
        answerTyped(submission, page, context)
    }

    private func saveAlone(_ assignment: Assignment, _ context: PostContext) {
        var batch = Batch(
            [assignment], origin: context.origin, actor: context.actor, base: context.base)
        batch.isPermitted = context.isPermitted
        batch.locale = context.page.locale
        settings.apply(batch) { [self] result in
            switch result {
            case .success(let outcome):
                var submission = Submission(of: context)
                submission.typed[assignment.key] = nil
                submission.assignments.removeAll { $0.key == assignment.key }
                let page = page(of: context)
                let changes = page.view.part(of: outcome).changes
                answerTyped(
                    submission, page, context,
                    status: changes.isEmpty ? .unchanged : .changed(changes))
            case .failure(let error): refuse(context, error)
            }
        }
    }

    /// Responds with the page as typed, and asks again for secrets and files, which a page never shows.
    private func answerTyped(
        _ submission: Submission, _ page: PageContext, _ context: PostContext,
        status: StatusLine = .nothing
    ) {
        var submission = submission
        submission.askAgain(for: context.post.typedSecrets, page)
        submission.askForFiles(page)
        let code = submission.isRefused ? 422 : 200
        context.reply(problemPage(code, submission, page, shown: context.shown, status: status))
    }
}

extension Assignment {
    /// True when the assignment comes from a button of a row.
    var isByButton: Bool {
        switch input {
        case .reset, .clear: true
        case .form(let fields): !fields.edits.isEmpty || fields.steps != 0 || fields.addsOwn
        default: false
        }
    }

    /// True when the page can show the effect of the button without saving it.
    fileprivate func isDraft(in schema: Schema) -> Bool {
        guard case .form(let fields) = input, let setting = schema.settings[key] else {
            return false
        }
        return fields.steps != 0 || setting.control.isList && setting.pickerKey == nil
    }
}

extension FormFields {
    /// Returns the fields that represent a value, as a page sends them; elements that the value no longer has are
    /// blank.
    fileprivate func showing(
        _ value: Value, of setting: Schema.Setting, now: Value?
    ) -> FormFields {
        var fields = FormFields(locale: locale)
        guard let values = setting.elements(of: value) else {
            fields.texts = [setting.rules.fieldText(of: value, locale: locale)]
            return fields
        }
        let count = now.flatMap(setting.elements)?.count ?? 0
        for place in 0..<max(count, values.count) {
            let element = values.indices.contains(place) ? values[place] : nil
            switch setting.rules.kind {
            case .list(let rules):
                let text = element.map { rules.element.fieldText(of: $0, locale: locale) }
                fields.parts.append(Part([.index(place)], text ?? ""))
            case .table(let rules):
                for column in rules.columns {
                    var text = ""
                    if case .record(let cells)? = element, let cell = cells[column.key] {
                        text = column.rules.fieldText(of: cell, locale: locale)
                    }
                    fields.parts.append(Part([.index(place), .name(column.key)], text))
                }
            case .boolean, .number, .text, .secret, .color, .file, .date, .time,
                .dateTime, .duration, .size, .option, .choices, .picker, .alternatives, .any:
                break
            }
        }
        return fields
    }
}

extension Schema.Setting {
    /// The elements of a list, or the rows of a table or map; `nil` for any other value.
    func elements(of value: Value) -> [Value]? {
        if case .table(let rules) = rules.kind { return rules.rows(of: value) }
        return if case .list(let values) = value { values } else { nil }
    }
}
