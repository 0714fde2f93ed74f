import Faceplate

extension Panel {
    /// Shares everything once a post is saved, and answers when that is done or has failed.
    func share(by sync: any SyncStatus, _ context: PostContext, _ outcome: Outcome) {
        Task { [self] in
            let report = told(await sync.syncNow(), to: context.page.rights)
            if case .json = context.form {
                return context.reply(answer(outcome, context, sync: report))
            }
            context.reply(.redirect(to: location(of: context, after: outcome, isSync: true)))
        }
    }

    /// What a page shows of sharing; `nil` where there is none.
    func syncLine(_ context: PageContext, isAsked: Bool = false) -> SyncLine? {
        guard let report = configuration.sync?.report else { return nil }
        return SyncLine(told(report, to: context.rights), isAsked: isAsked, context)
    }

    /// What whoever asks may know of how sharing stands: nothing of settings that are kept.
    func told(_ report: SyncReport, to rights: Rights) -> SyncReport {
        guard !rights.kept.isEmpty else { return report }
        let schema = settings.snapshot.schema
        var told = report
        told.settingProblems.removeAll { schema.isKept($0.key, in: rights.kept) }
        return told
    }
}
