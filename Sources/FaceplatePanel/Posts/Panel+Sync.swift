import Faceplate

extension Panel {
    /// Synchronizes after a post was saved, and responds when that has succeeded or failed.
    func share(by sync: any SyncStatus, _ context: PostContext, _ outcome: Outcome) {
        Task { [self] in
            let report = redacted(await sync.syncNow(), to: context.page.rights)
            if case .json = context.form {
                return context.reply(answer(outcome, context, sync: report))
            }
            context.reply(.redirect(to: location(of: context, after: outcome, isSync: true)))
        }
    }

    /// Returns the line in which a page shows the status of sharing; `nil` when nothing is shared.
    func syncLine(_ context: PageContext, isAsked: Bool = false) -> SyncLine? {
        guard let report = configuration.sync?.report else { return nil }
        return SyncLine(redacted(report, to: context.rights), isAsked: isAsked, context)
    }

    /// Returns the part of a report that a viewer may see: without problems of withheld settings.
    func redacted(_ report: SyncReport, to rights: Rights) -> SyncReport {
        guard !rights.withheld.isEmpty else { return report }
        let schema = settings.snapshot.schema
        var redacted = report
        redacted.settingProblems.removeAll { schema.isWithheld($0.key, in: rights.withheld) }
        return redacted
    }
}
