// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A product of a package that is fetched with a trait.
func product(_ name: String, _ package: String, with trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait]))
}

let package = Package(
    name: "faceplate",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Faceplate", targets: ["Faceplate"]),
        .library(name: "FaceplatePanel", targets: ["FaceplatePanel"]),
        .library(name: "FaceplateHTML", targets: ["FaceplateHTML"]),
        .library(name: "FaceplateFiles", targets: ["FaceplateFiles"]),
        .library(name: "FaceplateGenerator", targets: ["FaceplateGenerator"]),
        .library(name: "FaceplateImport", targets: ["FaceplateImport"]),
        .library(name: "FaceplateConfiguration", targets: ["FaceplateConfiguration"]),
        .library(name: "FaceplateLifecycle", targets: ["FaceplateLifecycle"]),
        .library(name: "FaceplateHTTPTypes", targets: ["FaceplateHTTPTypes"]),
        .library(name: "FaceplateSync", targets: ["FaceplateSync"]),
        .library(name: "FaceplateTesting", targets: ["FaceplateTesting"]),
        .library(name: "Microhttpd", targets: ["Microhttpd"]),
        .executable(name: "faceplate", targets: ["FaceplateCLI"]),
    ],
    // Each names the packages that only some products need. The package manager fetches all others for every program
    // that depends on this package, whatever it uses of it.
    traits: [
        .default(enabledTraits: ["Command", "Configuration", "HTTPTypes", "Lifecycle"]),
        .trait(name: "Command", description: "Builds the command: faceplate."),
        .trait(name: "Configuration", description: "Builds the library FaceplateConfiguration."),
        .trait(name: "HTTPTypes", description: "Builds the library FaceplateHTTPTypes."),
        .trait(name: "Lifecycle", description: "Builds the library FaceplateLifecycle."),
        .trait(
            name: "Examples",
            description: "Builds the example that needs another server: HummingbirdPanel.",
            enabledTraits: ["HTTPTypes", "Lifecycle"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Its files of JSON and the like are of no use here.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicrohttpd",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        .target(
            name: "Microhttpd", dependencies: ["CGnuTLS", "CMicrohttpd"], swiftSettings: strict),
        // libmicrohttpd-dev brings it along.
        .systemLibrary(
            name: "CGnuTLS",
            pkgConfig: "gnutls",
            providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]
        ),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The files that the libraries contain. As array literals of Swift they take much longer to compile.
        .target(name: "CEmbeddedFiles"),
        .target(
            name: "FaceplateCryptography",
            dependencies: [.target(name: "CGnuTLS", condition: .when(platforms: [.linux]))],
            swiftSettings: strict),
        // What schemas and markup must judge alike, since neither knows the other.
        .target(name: "FaceplateAddress", swiftSettings: strict),
        .target(
            name: "FaceplateHTML", dependencies: ["FaceplateAddress"], swiftSettings: strict),
        .target(
            name: "FaceplateSchema",
            dependencies: [
                "CEmbeddedFiles", "FaceplateAddress", "FaceplateHTML",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Labels/Words/Problems"],
            swiftSettings: strict
        ),
        // Requests of the command to a panel, and of sync to a cluster.
        .target(
            name: "FaceplateHTTPClient",
            dependencies: ["CGnuTLS", "FaceplateAddress", "FaceplateSchema"],
            swiftSettings: strict),
        .target(
            name: "Faceplate",
            dependencies: [
                "FaceplateCryptography", "FaceplateSchema",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FaceplatePanel",
            dependencies: [
                "CEmbeddedFiles", "CZlib", "Faceplate", "FaceplateCryptography", "FaceplateHTML",
                "FaceplateImport", "FaceplateSchema", "Microhttpd",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Words/Page"],
            swiftSettings: strict
        ),
        // Apart from the panel, so that only programs with a service group build that package.
        .target(
            name: "FaceplateLifecycle",
            dependencies: [
                "FaceplatePanel", "FaceplateSync",
                product("ServiceLifecycle", "swift-service-lifecycle", with: "Lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FaceplateHTTPTypes",
            dependencies: [
                "FaceplatePanel", product("HTTPTypes", "swift-http-types", with: "HTTPTypes"),
            ],
            swiftSettings: strict
        ),
        .target(name: "CFileExchange"),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        // Text of configuration files, and its changes.
        .target(
            name: "FaceplateDocument",
            dependencies: ["CYAML", "FaceplateAddress", "FaceplateSchema"], swiftSettings: strict),
        // Apart from the settings, so that only programs with such a file watch and write one.
        .target(
            name: "FaceplateFiles",
            dependencies: [
                "CFileExchange", "Faceplate", "FaceplateDocument", "FaceplateSchema",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),
        .target(
            name: "FaceplateImport",
            dependencies: [
                "Faceplate", "FaceplateAddress", "FaceplateCryptography", "FaceplateDocument",
                "FaceplateSchema",
            ],
            swiftSettings: strict),
        .target(
            name: "FaceplateGenerator", dependencies: ["FaceplateSchema"], swiftSettings: strict),
        // Apart from the command, so that a program with the plugin builds no server for it.
        .executableTarget(
            name: "FaceplateKeysTool", dependencies: ["FaceplateGenerator", "FaceplateSchema"],
            swiftSettings: strict),
        .target(
            name: "FaceplateConfiguration",
            dependencies: [
                "Faceplate", product("Configuration", "swift-configuration", with: "Configuration"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FaceplateSync",
            dependencies: [
                "Faceplate", "FaceplateHTTPClient", "FaceplateSchema",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LayeredConfiguration",
            dependencies: [
                "Faceplate", "FaceplateConfiguration",
                product("Configuration", "swift-configuration", with: "Configuration"),
            ],
            path: "Sources/Examples/LayeredConfiguration", swiftSettings: strict),
        .executableTarget(
            name: "PropertiesOnly", dependencies: ["Faceplate"],
            path: "Sources/Examples/PropertiesOnly", swiftSettings: strict),
        .executableTarget(
            name: "ComingFrom", dependencies: ["Faceplate", "FaceplatePanel", "FaceplateSync"],
            path: "Sources/Examples/ComingFrom", swiftSettings: strict),
        .executableTarget(
            name: "TwoInterfaces", dependencies: ["Faceplate", "FaceplateHTML", "FaceplatePanel"],
            path: "Sources/Examples/TwoInterfaces", swiftSettings: strict),
        .executableTarget(
            name: "HummingbirdPanel",
            dependencies: [
                "Faceplate", "FaceplateHTTPTypes", "FaceplatePanel",
                product("HTTPTypes", "swift-http-types", with: "HTTPTypes"),
                product("Hummingbird", "hummingbird", with: "Examples"),
                product("ServiceLifecycle", "swift-service-lifecycle", with: "Lifecycle"),
            ],
            path: "Sources/Examples/HummingbirdPanel", swiftSettings: strict),
        .executableTarget(
            name: "GreetingDaemon",
            dependencies: [
                "Faceplate", "FaceplateLifecycle", "FaceplatePanel",
                .product(name: "Logging", package: "swift-log"),
                product("ServiceLifecycle", "swift-service-lifecycle", with: "Lifecycle"),
                product("UnixSignals", "swift-service-lifecycle", with: "Lifecycle"),
            ],
            path: "Sources/Examples/GreetingDaemon", swiftSettings: strict),
        .executableTarget(
            name: "FaceplateCLI",
            dependencies: [
                "Faceplate", "FaceplateAddress", "FaceplateCryptography", "FaceplateGenerator",
                "FaceplateFiles", "FaceplateHTML", "FaceplateHTTPClient", "FaceplateImport",
                "FaceplatePanel",
                "FaceplateSchema", "FaceplateSync",
                product("ArgumentParser", "swift-argument-parser", with: "Command"),
                .product(name: "Logging", package: "swift-log"),
                product("Subprocess", "swift-subprocess", with: "Command"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FaceplateTesting",
            dependencies: ["Faceplate", "FaceplatePanel"],
            swiftSettings: strict
        ),
        .target(
            name: "FaceplateTestSupport",
            dependencies: ["FaceplateSchema", .product(name: "Logging", package: "swift-log")],
            path: "Tests/Support", swiftSettings: strict),
        .executableTarget(
            name: "SmallestPanel", dependencies: ["Faceplate", "FaceplatePanel"],
            path: "Sources/Examples/SmallestPanel", swiftSettings: strict),
        .executableTarget(
            name: "RenderBenchmark",
            dependencies: ["Faceplate", "FaceplatePanel", "FaceplateTesting"],
            path: "Tests/Benchmarks/Render", swiftSettings: strict),
        .executableTarget(
            name: "ReadBenchmark", dependencies: ["Faceplate", "FaceplateTesting"],
            path: "Tests/Benchmarks/Read", swiftSettings: strict),
        .executableTarget(
            name: "FuzzReaders",
            dependencies: [
                "Faceplate", "FaceplateImport", "FaceplatePanel", "FaceplateSchema",
                "FaceplateTestSupport", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Fuzz", swiftSettings: strict),
        .testTarget(
            name: "MicrohttpdTests",
            dependencies: ["CGnuTLS", "FaceplateTestSupport", "Microhttpd"],
            swiftSettings: strict),
        .testTarget(
            name: "FaceplateCryptographyTests", dependencies: ["FaceplateCryptography"],
            swiftSettings: strict),
        .testTarget(
            name: "FaceplateAddressTests", dependencies: ["FaceplateAddress"],
            swiftSettings: strict),
        .testTarget(
            name: "FaceplateHTMLTests",
            dependencies: ["FaceplateHTML", "FaceplateTestSupport"],
            exclude: ["read_back.py", "read_rich_text.py"], swiftSettings: strict),
        .testTarget(
            name: "FaceplateSchemaTests",
            dependencies: ["FaceplateSchema", "FaceplateTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FaceplateDocumentTests",
            dependencies: ["FaceplateDocument", "FaceplateSchema", "FaceplateTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FaceplateHTTPClientTests",
            dependencies: ["FaceplateHTTPClient", "FaceplateTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FaceplateImportTests",
            dependencies: [
                "Faceplate", "FaceplateImport", "FaceplateSchema", "FaceplateTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "FaceplateGeneratorTests",
            dependencies: ["FaceplateGenerator", "FaceplateSchema"], swiftSettings: strict),
        .testTarget(
            name: "FaceplateTests",
            dependencies: [
                "Faceplate", "FaceplateCryptography", "FaceplateGenerator", "FaceplateSchema",
                "FaceplateTestSupport", "PropertiesOnly",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: strict),
        .testTarget(
            name: "FaceplatePanelTests",
            dependencies: [
                "Faceplate", "FaceplateHTML", "FaceplateLifecycle", "FaceplatePanel",
                "FaceplateSchema",
                "FaceplateTestSupport", "FaceplateTesting", "Microhttpd",
                .product(name: "Logging", package: "swift-log"),
                product("ServiceLifecycle", "swift-service-lifecycle", with: "Lifecycle"),
                product("ServiceLifecycleTestKit", "swift-service-lifecycle", with: "Lifecycle"),
            ], swiftSettings: strict),
        .testTarget(
            name: "FaceplateHTTPTypesTests",
            dependencies: [
                "Faceplate", "FaceplateHTTPTypes", "FaceplatePanel", "FaceplateTestSupport",
                "FaceplateTesting",
                product("HTTPTypes", "swift-http-types", with: "HTTPTypes"),
            ], swiftSettings: strict),
        .testTarget(
            name: "FaceplateConfigurationTests",
            dependencies: [
                "Faceplate", "FaceplateConfiguration", "FaceplatePanel", "FaceplateTestSupport",
                "FaceplateTesting", "LayeredConfiguration",
                product("Configuration", "swift-configuration", with: "Configuration"),
                product("ConfigurationTesting", "swift-configuration", with: "Configuration"),
            ], swiftSettings: strict),
        .testTarget(
            name: "FaceplateSyncTests",
            dependencies: [
                "Faceplate", "FaceplateSchema", "FaceplateSync", "FaceplateTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        .testTarget(
            name: "FaceplateCLITests",
            dependencies: [
                "Faceplate", "FaceplateCLI", "FaceplateHTTPClient", "FaceplateImport",
                "FaceplatePanel", "FaceplateSchema", "FaceplateTestSupport", "FaceplateTesting",
                product("Subprocess", "swift-subprocess", with: "Command"),
                .product(name: "SystemPackage", package: "swift-system"),
            ], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// The tool of a plugin is built from modules of its own, even if nothing uses the plugin. The scripts of this package set
// the variable; the tests use the plugin from outside.
if Context.environment["FACEPLATE_WITHOUT_PLUGIN"] != "1" {
    package.products.append(.plugin(name: "FaceplateKeys", targets: ["FaceplateKeys"]))
    package.targets.append(
        .plugin(
            name: "FaceplateKeys", capability: .buildTool(), dependencies: ["FaceplateKeysTool"],
            path: "Sources/FaceplateKeysPlugin"))
}
