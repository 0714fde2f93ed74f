import Faceplate

extension Panel {
    /// Shares everything once a post is saved, and answers when that is done or has failed.
    func share(by sync: any SyncStatus, _ context: PostContext, _ outcome: Outcome) {
        Task { [self] in
            let report = await sync.syncNow()
            if case .json = context.form {
                return context.reply(JSONAnswer.shared(outcome, report))
            }
            context.reply(.redirect(to: location(of: context, after: outcome, isSync: true)))
        }
    }

    /// What a page shows of sharing; `nil` where there is none, or on another page.
    func syncLine(_ context: PageContext, isAsked: Bool = false) -> SyncLine? {
        configuration.sync.flatMap { SyncLine($0, isAsked: isAsked, context) }
    }
}
