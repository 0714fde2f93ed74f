public import Faceplate

extension Panel {
    /// Creates a panel of preferences.
    ///
    /// - Throws: `StoreError` if the program's own store cannot be opened.
    public convenience init(
        _ preferences: some Preferences, configuration: Configuration = Configuration()
    ) throws(StoreError) {
        self.init(try preferences.openedSettings(), configuration: configuration)
    }
}

extension PanelServer {
    /// Creates the panel of preferences and starts to listen; connections are accepted when this returns.
    ///
    /// - Throws: `PanelServerError` if the port is in use, an address is not this machine's, or the program's own store
    ///   cannot be opened.
    public convenience init(
        _ preferences: some Preferences, _ panel: Panel.Configuration = Panel.Configuration(),
        listening: Configuration = Configuration()
    ) throws(PanelServerError) {
        let settings: Settings
        do throws(StoreError) {
            settings = try preferences.openedSettings()
        } catch {
            throw PanelServerError(message: error.message)
        }
        try self.init(settings, panel, listening: listening)
    }

    /// Creates the panel of preferences and starts to listen on a port of loopback addresses.
    ///
    /// - Parameter port: the port; 0 picks a free one.
    /// - Throws: `PanelServerError` if the port is in use, or the program's own store cannot be opened.
    public convenience init(
        _ preferences: some Preferences, port: UInt16
    ) throws(PanelServerError) {
        var listening = Configuration()
        listening.port = port
        try self.init(preferences, listening: listening)
    }
}
