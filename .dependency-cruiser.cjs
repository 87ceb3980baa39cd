/** The layers of docs/architecture.md: adapters -> application -> domain, and one place that knows all adapters. */
module.exports = {
  forbidden: [
    {
      name: "domain-is-pure",
      comment: "The domain imports itself and what is as pure as it is: no I/O, no clock, no random.",
      severity: "error",
      from: { path: "^src/domain" },
      to: { pathNot: ["^src/domain", "node_modules/(fp-ts|io-ts|immutable)/"] },
    },
    {
      name: "application-knows-no-adapter",
      comment: "Use cases see the outside through ports only.",
      severity: "error",
      from: { path: "^src/application" },
      to: { pathNot: ["^src/(application|domain)", "node_modules/(fp-ts|io-ts)/"] },
    },
    {
      name: "changes-render-outside-of-lanes",
      comment:
        "Work in a lane asks its transaction for texts. What people write is rendered before, by the few who send, edit or show it.",
      severity: "error",
      from: {
        path: "^src/application",
        pathNot: [
          "^src/application/(lanes|ports)/",
          "^src/application/messages/(mentions|render-context|render-message|rerender-messages|send-message|update-message)\\.ts$",
        ],
      },
      to: { path: "^src/application/ports/message-renderer\\.ts$" },
    },
    {
      name: "adapters-know-no-composition",
      severity: "error",
      from: { path: "^src/adapters" },
      to: { path: "^src/[^/]+\\.ts$|^src/(cli|composition|config)/" },
    },
    {
      name: "only-a-process-composes",
      comment: "Everything else takes the services that it needs.",
      severity: "error",
      from: { pathNot: "^src/(main\\.ts$|cli/|composition/)" },
      to: { path: "^src/composition/" },
    },
    {
      name: "decorators-know-ports-only",
      comment: "They fit any port, and any adapter of it.",
      severity: "error",
      from: { path: "^src/adapters/(decorators)/" },
      to: { pathNot: ["^src/adapters/$1/", "^src/application/ports/"] },
    },
    {
      name: "one-adapter-knows-no-other",
      comment: "What adapters share is a port, or a file of the persistence folder.",
      severity: "error",
      from: { path: "^src/adapters/([^/]+)/" },
      to: {
        path: "^src/adapters/([^/]+)/",
        pathNot: ["^src/adapters/$1/", "^src/adapters/persistence/knex/database\\.ts$"],
      },
    },
    {
      name: "web-shares-pure-files",
      comment: "The web client takes of the server what is pure and small.",
      severity: "error",
      from: { path: "^web" },
      to: {
        pathNot: [
          "^web",
          "^src/domain/(fold-case|id-ranges|narrow-url|search-query|mention-syntax|topic-link)\\.ts$",
          "node_modules/(preact|@preact)/",
        ],
      },
    },
    {
      name: "web-store-needs-no-browser",
      comment: "State and its reducers run anywhere: no screen, no network.",
      severity: "error",
      from: { path: "^web/src/store" },
      to: {
        pathNot: [
          "^web/src/(store|api/(wire|event|registration)\\.ts)",
          "^src/domain",
          "node_modules/@preact/signals-core/",
        ],
      },
    },
    {
      name: "server-knows-no-web-client",
      severity: "error",
      from: { path: "^src" },
      to: { path: "^web" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      // What is fetched when it is first drawn may draw what fetches it: by then that is there.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } },
    },
    {
      name: "no-unlisted-package",
      severity: "error",
      from: { path: "^src" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "unknown"] },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  },
};
