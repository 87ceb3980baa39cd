/** The files that lie in the folder itself, in an order of its rooms. */
const ownFiles = "(its own files)";

/** Rooms (first-level folders) of src/domain, the lowest first. A room may import the rooms listed before it. */
const domainRooms = [
  ownFiles,
  // What every room may use: values without a noun.
  "units",
  "codec",
  "collections",
  "text",
  // Nouns: what they are, and how they fail.
  "emoji",
  "bots",
  "files",
  "pictures",
  "profile-fields",
  "users",
  "presence",
  "navigation",
  "groups",
  "passwords",
  "retention",
  "realm",
  "domains",
  "linkifiers",
  "playgrounds",
  "calls",
  "login",
  "sessions",
  "second-factors",
  "invitations",
  "channel-folders",
  "channels",
  "topics",
  "messages",
  "drafts",
  "snippets",
  "scheduled-messages",
  "reminders",
  "typing",
  "narrow",
  "notifications",
  "push",
  "mail",
  "jobs",
  // What happened, what follows from it, what that allows, and who hears of it.
  "events",
  "state",
  "policy",
  "queues",
  "audit",
];

/** Rooms of src/application, the lowest first. */
const applicationRooms = [
  // What use cases run on.
  "ports",
  "held-realms",
  ownFiles,
  "admission",
  "monitoring",
  "queues",
  "jobs",
  "links",
  "mail",
  // What a request names, if its caller may know it.
  "access",
  "permissions",
  // Use cases by noun. Those that build on others follow them.
  "uploads",
  "pictures",
  "emoji",
  "login",
  "api-keys",
  "users",
  "presence",
  "profile-fields",
  "sessions",
  "passwords",
  "second-factors",
  "domains",
  "sign-on",
  "linkifiers",
  "playgrounds",
  "calls",
  "navigation",
  "snippets",
  "channel-activity",
  "notices",
  "channels",
  "channel-folders",
  "groups",
  "realm",
  "invitations",
  "sign-up",
  "topics",
  "messages",
  "drafts",
  "typing",
  "scheduled-messages",
  "reminders",
  "retention",
  "missed-messages",
  "push",
  "accounts",
  "bots",
  "webhooks",
  "audit",
  "events",
  // What runs use cases by itself, and orders their changes.
  "job-kinds",
  "lanes",
];

/**
 * Orders of rooms in other folders, the lowest first. A folder's own files come last (they put its rooms together) unless
 * they are listed.
 */
const roomsOf = {
  "src/adapters/http": [
    "reply",
    // What an endpoint says of itself.
    "declaration",
    "request",
    "authentication",
    "admission",
    "endpoints",
    "routes",
  ],
  "src/adapters/zulip-wire": [ownFiles, "codecs", "encode", "events", "initial-state"],
  "src/adapters/markdown": ["rendering", "source", "code", "previews", "inline", "blocks"],
  "src/adapters/mail": ["templates"],
  "src/adapters/push": ["payload", ownFiles, "wire", "apns", "fcm", "web-push", "bouncer", "recording"],
  "src/adapters/persistence": ["breakers", "knex", "embedded"],
  "src/adapters/persistence/knex": [
    "database",
    "bots",
    "channels",
    "messages",
    "files",
    "jobs",
    "realm",
    "api-keys",
    "users",
    "push",
    "mail",
    // Writes the rows of all others.
    "events",
  ],
  "src/composition": ["lifecycle", "adapters", "components", "processes"],
  "src/cli": ["backup", "demo", "doctor"],
  "web/src": [
    // The server's types, and all texts.
    "wire",
    "words",
    "store",
    "api",
    "offline",
    // What all views share, with and without a screen.
    "app",
    "ui",
    "list",
    "views",
  ],
  "web/src/views": [
    "lazy",
    "emoji",
    "search",
    "topics",
    "places",
    "pending",
    "format",
    "compose",
    "cards",
    "messages",
    "keys",
    "help",
    "channels",
    "inbox",
    "pictures",
    "notifications",
    "user-menu",
    "widgets",
    "sidebar",
    "spectator",
    "settings",
  ],
  "web/src/views/settings": ["catalogue", "parts", "channel", "group", "personal", "person", "organization"],
};

/**
 * Rules that let each room of a folder import only the rooms listed before it, so that rooms form no cycle. The folder's
 * own files may import what is listed before them.
 */
const roomsInOrder = (folder, rooms) => {
  const order = rooms.includes(ownFiles) ? rooms : [...rooms, ownFiles];
  const name = folder.replace(/^src\//, "").replaceAll("/", "-");
  const pathOf = (room) => `^${folder}/${room === ownFiles ? "[^/]+$" : `${room}/`}`;
  return [
    {
      name: `${name}-rooms-are-listed`,
      comment: "A new room takes its place in the order of rooms in this file.",
      severity: "error",
      from: {},
      to: { path: `^${folder}/[^/]+/`, pathNot: order.map(pathOf) },
    },
    ...order.map((room, index) => ({
      name: `${name}-rooms-import-downwards`,
      comment: `${room} may import only what is listed before it in this file.`,
      severity: "error",
      from: { path: pathOf(room) },
      to: {
        path: `^${folder}/`,
        pathNot: order.slice(0, index + 1).map(pathOf),
        // What is fetched when it is first drawn.
        dependencyTypesNot: ["dynamic-import"],
      },
    })),
  ];
};

/** The layers of docs/architecture.md: adapters -> application -> domain, and one place that knows all adapters. */
module.exports = {
  forbidden: [
    {
      name: "domain-is-pure",
      comment: "The domain imports itself and what is as pure as it is: no I/O, no clock, no random.",
      severity: "error",
      from: { path: "^src/domain" },
      to: { pathNot: ["^src/domain", "node_modules/(fp-ts|io-ts|immutable|ipaddr\\.js)/"] },
    },
    ...roomsInOrder("src/domain", domainRooms),
    ...Object.entries(roomsOf).flatMap(([folder, rooms]) => roomsInOrder(folder, rooms)),
    {
      name: "application-knows-no-adapter",
      comment: "Use cases see the outside through ports only.",
      severity: "error",
      from: { path: "^src/application" },
      to: { pathNot: ["^src/(application|domain)", "node_modules/(fp-ts|io-ts)/"] },
    },
    ...roomsInOrder("src/application", applicationRooms),
    {
      name: "internal-is-for-its-own-room",
      comment: "Parts that others may use lie in the room's shared/ folder.",
      severity: "error",
      from: { path: "^src/(?:application/)?([^/]+)/" },
      to: { path: "^src/application/[^/]+/internal/", pathNot: "^src/application/$1/internal/" },
    },
    {
      name: "verbs-lie-above-their-parts",
      comment: "What a part needs of a use case is a part too.",
      severity: "error",
      from: { path: "^src/application/([^/]+)/(internal|shared)/" },
      to: { path: "^src/application/$1/[^/]+$" },
    },
    {
      name: "shared-lies-below-internal",
      comment: "Parts that shared parts need lie in shared/, too.",
      severity: "error",
      from: { path: "^src/application/([^/]+)/shared/" },
      to: { path: "^src/application/$1/internal/" },
    },
    {
      name: "ports-know-the-domain-only",
      comment: "What use cases need from outside is said in the domain's words.",
      severity: "error",
      from: { path: "^src/application/ports/" },
      to: { pathNot: ["^src/application/ports/", "^src/domain/", "node_modules/(fp-ts|io-ts)/"] },
    },
    {
      name: "changes-render-outside-of-lanes",
      comment:
        "Work in a lane asks its transaction for texts. What people write is rendered before, by the few who send, edit or show it, and rendered-outside checks in the lane that it still holds.",
      severity: "error",
      from: {
        path: "^src/application",
        pathNot: [
          "^src/application/(lanes|ports)/",
          "^src/application/messages/((internal/|shared/)?(mention-flags|prepare-send|render-context|rendered-outside)|render-message|rerender-messages)\\.ts$",
        ],
      },
      to: { path: "^src/application/ports/messages/message-renderer\\.ts$" },
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
      from: { pathNot: "^src/((main|worker)\\.ts$|cli/|composition/)" },
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
      comment: "What adapters share is a port, or one of these files.",
      severity: "error",
      from: { path: "^src/adapters/([^/]+)/" },
      to: {
        path: "^src/adapters/([^/]+)/",
        pathNot: [
          "^src/adapters/$1/",
          "^src/adapters/persistence/knex/database/database\\.ts$",
          "^src/adapters/system/(data-folder|folder-entries|make-folder)\\.ts$",
          // What the event store asks of the bus.
          "^src/adapters/wakeup/realm-ownership\\.ts$",
          "^src/adapters/(zulip-wire|net)/",
        ],
      },
    },
    {
      name: "the-wire-is-below-its-users",
      comment: "The API's words know nothing of HTTP, pushes, webhooks or mail, which write them.",
      severity: "error",
      from: { path: "^src/adapters/(zulip-wire|net)/" },
      to: { path: "^src/adapters/", pathNot: "^src/adapters/$1/" },
    },
    {
      name: "one-client-calls-out",
      comment:
        "Only src/adapters/net makes HTTP requests: there is one guard. Apple's HTTP/2 is decision 201.",
      severity: "error",
      from: { path: "^src", pathNot: "^src/adapters/net/" },
      to: { path: "^(node:)?https$|node_modules/undici/" },
    },
    {
      name: "one-client-calls-apple",
      severity: "error",
      from: { path: "^src", pathNot: "^src/adapters/push/apns/" },
      to: { path: "^(node:)?http2$" },
    },
    {
      name: "web-shares-pure-files",
      comment: "The web client takes of the server what is pure and small.",
      severity: "error",
      from: { path: "^web" },
      to: {
        pathNot: [
          "^web",
          "^src/domain/(text/(fence|fold-case|fold-name|mention-syntax)|collections/(grouped-by|id-ranges)|messages/content-part|narrow/(narrow-url|operands|operators|search-query)|topics/topic-link|units/(size|time))\\.ts$",
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
        pathNot: ["^web/src/(store|wire)/", "^src/domain", "node_modules/@preact/signals-core/"],
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
