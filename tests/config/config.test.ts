import { generateKeyPairSync } from "node:crypto";
import * as E from "fp-ts/Either";
import { readConfig, settings } from "../../src/config/config";

const refused = (environment: Record<string, string>): string => {
  const read = readConfig(environment);
  if (E.isLeft(read)) return read.left;
  throw new Error("It was not refused");
};

test("an empty environment gives the defaults and leaves the rest out", () => {
  expect(readConfig({})).toEqual(
    E.right({
      host: "127.0.0.1",
      port: 9991,
      dataDir: "data",
      databasePoolSize: 10,
      realmMemoryMib: 256,
      mode: "production",
      wakeup: "postgres",
      processes: 1,
      role: "all",
      drainSeconds: 5,
      mailFrom: "Parley <parley@localhost>",
      oidcName: "single sign-on",
      jwtAlgorithm: "HS256",
      callsPerMinute: 2000,
      connectionsPerNetwork: 1000,
      archiveDays: 30,
      auditDays: 400,
      invitationsPerDay: 1000,
      invitationMinutes: 14_400,
      trustedProxies: ["loopback"],
      logLevel: "info",
      storage: "disk",
      s3Region: "us-east-1",
      maxUploadMib: 100,
      metricsHost: "127.0.0.1",
      otlpServiceName: "parley",
      orphanDays: 35,
      jitsiUrl: "https://meet.jit.si",
      zoomOauthUrl: "https://zoom.us",
      zoomApiUrl: "https://api.zoom.us",
      webexApiUrl: "https://webexapis.com/v1",
      push: [],
      bouncerUrl: "https://push.zulipchat.com",
      fcmUrl: "https://fcm.googleapis.com",
      apnsUrl: "https://api.push.apple.com",
    }),
  );
});

test("reads every setting from its variable", () => {
  const environment = {
    PARLEY_HOST: "::1",
    PARLEY_PORT: "0",
    PARLEY_PROCESSES: "auto",
    PARLEY_DATA_DIR: "/var/lib/parley",
    PARLEY_URL: "https://chat.example.com",
    DATABASE_URL: "postgres://parley@db.example.com/parley",
    PARLEY_DATABASE_POOL: "20",
    PARLEY_MODE: "development",
    PARLEY_SECRET: "s".repeat(32),
    PARLEY_CALLS_PER_MINUTE: "0",
    PARLEY_ARCHIVE_DAYS: "7",
    PARLEY_CONNECTIONS_PER_NETWORK: "50",
    PARLEY_AUDIT_DAYS: "90",
    PARLEY_TRUSTED_PROXIES: "loopback, 10.0.0.0/8,2001:db8::1",
    PARLEY_LOG_LEVEL: "warn",
    PARLEY_STORAGE: "s3",
    PARLEY_S3_BUCKET: "files",
    PARLEY_S3_ENDPOINT: "http://127.0.0.1:9000",
    PARLEY_S3_REGION: "eu-west-1",
    PARLEY_S3_PREFIX: "parley/",
    PARLEY_S3_ACCESS_KEY: "key",
    PARLEY_S3_SECRET_KEY: "secret",
    PARLEY_MAX_UPLOAD_MIB: "25",
    PARLEY_METRICS_HOST: "::1",
    PARLEY_METRICS_PORT: "9464",
    PARLEY_TRACES_URL: "https://traces.example.com/v1/traces",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
    OTEL_SERVICE_NAME: "chat",
    PARLEY_UPLOAD_QUOTA_MIB: "1000",
    PARLEY_ORPHAN_DAYS: "14",
    PARLEY_WEBHOOK_ALLOW: "10.1.2.3, fd00::/8",
    PARLEY_JITSI_URL: "https://meet.example.com",
    PARLEY_BIGBLUEBUTTON_URL: "https://bbb.example.com/bigbluebutton",
    PARLEY_BIGBLUEBUTTON_SECRET: "b",
    PARLEY_NEXTCLOUD_URL: "https://cloud.example.com",
    PARLEY_NEXTCLOUD_USER: "maker",
    PARLEY_NEXTCLOUD_PASSWORD: "n",
    PARLEY_GALENE_URL: "https://galene.example.com:8443",
    PARLEY_GALENE_USER: "admin",
    PARLEY_GALENE_PASSWORD: "g",
    PARLEY_ZOOM_CLIENT_ID: "zi",
    PARLEY_ZOOM_CLIENT_SECRET: "zs",
    PARLEY_ZOOM_ACCOUNT_ID: "za",
    PARLEY_ZOOM_OAUTH_URL: "https://zoom.example.com",
    PARLEY_ZOOM_API_URL: "https://api.zoom.example.com",
    PARLEY_WEBEX_CLIENT_ID: "wi",
    PARLEY_WEBEX_CLIENT_SECRET: "ws",
    PARLEY_WEBEX_API_URL: "https://webex.example.com/v1",
    PARLEY_INVITATIONS_PER_DAY: "9",
    PARLEY_INVITATION_MINUTES: "60",
    PARLEY_SMTP_URL: "smtps://parley:secret@mail.example.com:465",
    PARLEY_OIDC_ISSUER: "https://login.example.com",
    PARLEY_OIDC_CLIENT_ID: "parley",
    PARLEY_OIDC_CLIENT_SECRET: "hush",
    PARLEY_OIDC_NAME: "Example login",
    PARLEY_JWT_KEY: "j".repeat(32),
    PARLEY_JWT_ALGORITHM: "HS512",
    PARLEY_JWT_SUBDOMAIN: "team",
    PARLEY_MAIL_FROM: "Chat <chat@example.com>",
    PARLEY_PUSH: "web, fcm,apns",
    PARLEY_BOUNCER_URL: "https://push.example.com/",
    PARLEY_BOUNCER_ID: "an id",
    PARLEY_BOUNCER_KEY: "a key",
    PARLEY_FCM_KEY_FILE: "/etc/parley/fcm.json",
    PARLEY_FCM_URL: "https://fcm.example.com",
    PARLEY_APNS_KEY_FILE: "/etc/parley/apns.p8",
    PARLEY_APNS_KEY_ID: "ABC123DEFG",
    PARLEY_APNS_TEAM_ID: "DEF123GHIJ",
    PARLEY_APNS_URL: "https://api.sandbox.push.apple.com",
    PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=`,
    PARLEY_PUSH_ALLOW: "10.0.0.0/8, ::1",
    PARLEY_REALM_NAME: "Example",
    PARLEY_OWNER_EMAIL: "owner@example.com",
    PARLEY_OWNER_NAME: "Olive",
    PARLEY_OWNER_PASSWORD: "open sesame",
    PARLEY_REALM_MEMORY_MIB: "64",
    PARLEY_WAKEUP: "nats",
    PARLEY_ROLE: "jobs",
    PARLEY_DRAIN_SECONDS: "30",
    PARLEY_REDIS_URL: "rediss://parley:secret@redis.example.com:6380",
    PARLEY_NATS_URL: "nats://one.example.com:4222, tls://two.example.com",
    PARLEY_CONSTRUCTOR_GROUPS_ACCESS_KEY: "access",
    PARLEY_CONSTRUCTOR_GROUPS_SECRET_KEY: "secret",
    PARLEY_CONSTRUCTOR_GROUPS_URL: "https://groups.example.com",
    PARLEY_GIPHY_KEY: "giphy",
    PARLEY_TENOR_KEY: "tenor",
    PARLEY_KLIPY_KEY: "klipy",
    PARLEY_SUMMARY_KEY: "a key",
    PARLEY_SUMMARY_MODEL: "a model",
    PARLEY_SUMMARY_URL: "https://model.example.com/v1",
  };
  expect(Object.keys(environment).sort()).toEqual(
    Object.values(settings)
      .map(({ variable }) => variable)
      .sort(),
  );
  expect(readConfig(environment)).toEqual(
    E.right({
      host: "::1",
      port: 0,
      dataDir: "/var/lib/parley",
      url: "https://chat.example.com",
      databaseUrl: "postgres://parley@db.example.com/parley",
      databasePoolSize: 20,
      realmMemoryMib: 64,
      wakeup: "nats",
      processes: "auto",
      role: "jobs",
      drainSeconds: 30,
      redisUrl: "rediss://parley:secret@redis.example.com:6380",
      natsUrl: "nats://one.example.com:4222,tls://two.example.com",
      mode: "development",
      secret: "s".repeat(32),
      callsPerMinute: 0,
      connectionsPerNetwork: 50,
      constructorGroupsAccessKey: "access",
      constructorGroupsSecretKey: "secret",
      constructorGroupsUrl: "https://groups.example.com",
      giphyKey: "giphy",
      tenorKey: "tenor",
      klipyKey: "klipy",
      summaryKey: "a key",
      summaryModel: "a model",
      summaryUrl: "https://model.example.com/v1",
      archiveDays: 7,
      auditDays: 90,
      invitationsPerDay: 9,
      invitationMinutes: 60,
      trustedProxies: ["loopback", "10.0.0.0/8", "2001:db8::1"],
      logLevel: "warn",
      storage: "s3",
      s3Bucket: "files",
      s3Endpoint: "http://127.0.0.1:9000",
      s3Region: "eu-west-1",
      s3Prefix: "parley/",
      s3AccessKey: "key",
      s3SecretKey: "secret",
      maxUploadMib: 25,
      metricsHost: "::1",
      metricsPort: 9464,
      tracesUrl: "https://traces.example.com/v1/traces",
      otlpEndpoint: "http://127.0.0.1:4318",
      otlpServiceName: "chat",
      uploadQuotaMib: 1000,
      orphanDays: 14,
      webhookAllow: ["10.1.2.3", "fd00::/8"],
      jitsiUrl: "https://meet.example.com",
      bigBlueButtonUrl: "https://bbb.example.com/bigbluebutton",
      bigBlueButtonSecret: "b",
      nextcloudUrl: "https://cloud.example.com",
      nextcloudUser: "maker",
      nextcloudPassword: "n",
      galeneUrl: "https://galene.example.com:8443",
      galeneUser: "admin",
      galenePassword: "g",
      zoomClientId: "zi",
      zoomClientSecret: "zs",
      zoomAccountId: "za",
      zoomOauthUrl: "https://zoom.example.com",
      zoomApiUrl: "https://api.zoom.example.com",
      webexClientId: "wi",
      webexClientSecret: "ws",
      webexApiUrl: "https://webex.example.com/v1",
      smtpUrl: "smtps://parley:secret@mail.example.com:465",
      oidcIssuer: "https://login.example.com",
      oidcClientId: "parley",
      oidcClientSecret: "hush",
      oidcName: "Example login",
      jwtKey: "j".repeat(32),
      jwtAlgorithm: "HS512",
      jwtSubdomain: "team",
      mailFrom: "Chat <chat@example.com>",
      push: ["fcm", "apns", "web"],
      bouncerUrl: "https://push.example.com",
      bouncerId: "an id",
      bouncerKey: "a key",
      fcmKeyFile: "/etc/parley/fcm.json",
      fcmUrl: "https://fcm.example.com",
      apnsKeyFile: "/etc/parley/apns.p8",
      apnsKeyId: "ABC123DEFG",
      apnsTeamId: "DEF123GHIJ",
      apnsUrl: "https://api.sandbox.push.apple.com",
      pushRegistrationKey: `${"A".repeat(43)}=`,
      pushAllow: ["10.0.0.0/8", "::1"],
      realmName: "Example",
      ownerEmail: "owner@example.com",
      ownerName: "Olive",
      ownerPassword: "open sesame",
    }),
  );
});

test("every default is itself a valid value", () => {
  const defaults = Object.values(settings).flatMap(({ variable, fallback }) =>
    fallback === undefined ? [] : [[variable, fallback]],
  );
  expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}));
});

test("removes a trailing slash from a URL", () => {
  expect(readConfig({ PARLEY_URL: "https://chat.example.com/" })).toMatchObject(
    E.right({ url: "https://chat.example.com" }),
  );
});

test.each([
  ["PARLEY_HOST", ""],
  ["PARLEY_PORT", "many"],
  ["PARLEY_PORT", "65536"],
  ["PARLEY_PORT", "-1"],
  ["PARLEY_PORT", "80.5"],
  ["PARLEY_PORT", ""],
  ["PARLEY_DATA_DIR", ""],
  ["PARLEY_URL", "chat.example.com"],
  ["PARLEY_URL", "ftp://chat.example.com"],
  ["PARLEY_URL", "https://chat.example.com/sub"],
  ["PARLEY_URL", "https://chat.example.com/?team=1"],
  ["PARLEY_URL", "https://me:secret@chat.example.com"],
  ["PARLEY_MAIL_FROM", "x"],
  ["PARLEY_MAIL_FROM", "Parley <x>"],
  ["PARLEY_MAIL_FROM", "One, Two <one@example.com>"],
  ["PARLEY_MAIL_FROM", "one@example.com, two@example.com"],
  ["PARLEY_MAIL_FROM", "One <one@example.com> <two@example.com>"],
  ["PARLEY_JWT_SUBDOMAIN", "Foo_Bar"],
  ["PARLEY_JWT_SUBDOMAIN", ""],
  ["PARLEY_OWNER_EMAIL", "owner"],
  ["PARLEY_SMTP_URL", "smtp://"],
  ["PARLEY_APNS_URL", "https://api.push.apple.com/3/device"],
  ["PARLEY_OIDC_ISSUER", "https://login.example.com/?a=b"],
  ["PARLEY_JITSI_URL", "https://meet.example.com/#room"],
  ["DATABASE_URL", "mysql://localhost/parley"],
  ["DATABASE_URL", ""],
  ["PARLEY_DATABASE_POOL", "1"],
  ["PARLEY_DATABASE_POOL", "201"],
  ["PARLEY_MODE", "Production"],
  ["PARLEY_SECRET", "s".repeat(31)],
  ["PARLEY_CALLS_PER_MINUTE", "-1"],
  ["PARLEY_ARCHIVE_DAYS", "a month"],
  ["PARLEY_AUDIT_DAYS", "-1"],
  ["PARLEY_CONNECTIONS_PER_NETWORK", "many"],
  ["PARLEY_TRUSTED_PROXIES", "everyone"],
  ["PARLEY_TRUSTED_PROXIES", "10.0.0.0/33"],
  ["PARLEY_TRUSTED_PROXIES", "loopback,,10.0.0.1"],
  ["PARLEY_LOG_LEVEL", "loud"],
  ["PARLEY_WAKEUP", "kafka"],
  ["PARLEY_PROCESSES", "0"],
  ["PARLEY_PROCESSES", "65"],
  ["PARLEY_PROCESSES", "1.5"],
  ["PARLEY_PROCESSES", "all"],
  ["PARLEY_ROLE", "none"],
  ["PARLEY_DRAIN_SECONDS", "0"],
  ["PARLEY_REDIS_URL", "http://127.0.0.1"],
  ["PARLEY_REDIS_URL", "redis://127.0.0.1/zero"],
  ["PARLEY_REDIS_URL", "redis:///1"],
  ["PARLEY_REDIS_URL", "redis://parley:100%@127.0.0.1"],
  ["PARLEY_NATS_URL", "nats://one.example.com/parley"],
  ["PARLEY_NATS_URL", "nats://parley:100%@one.example.com"],
  ["PARLEY_NATS_URL", "nats://one.example.com,http://two.example.com"],
  ["PARLEY_STORAGE", "tape"],
  ["PARLEY_S3_BUCKET", ""],
  ["PARLEY_S3_ENDPOINT", "127.0.0.1:9000"],
  ["PARLEY_S3_PREFIX", "parley"],
  ["PARLEY_S3_PREFIX", "../"],
  ["PARLEY_MAX_UPLOAD_MIB", "0"],
  ["PARLEY_UPLOAD_QUOTA_MIB", "much"],
  ["PARLEY_ORPHAN_DAYS", "0"],
  ["PARLEY_PUSH", "pigeon"],
  ["PARLEY_PUSH", "fcm,fcm,pigeon"],
  ["PARLEY_PUSH", "bouncer,fcm"],
  ["PARLEY_PUSH", "record,web"],
  ["PARLEY_PUSH_ALLOW", "localhost"],
  ["PARLEY_PUSH_REGISTRATION_KEY", "c2hvcnQ="],
  ["PARLEY_REALM_NAME", ""],
  ["PARLEY_OWNER_EMAIL", ""],
  ["PARLEY_OWNER_NAME", ""],
  ["PARLEY_OWNER_PASSWORD", ""],
])("refuses %s=%j with one line that names it", (variable, value) => {
  expect(refused({ [variable]: value })).toMatch(new RegExp(`^${variable} must .+$`));
});

test("the refusal quotes the given value, except for secrets", () => {
  expect(refused({ PARLEY_PORT: "many" })).toContain('"many"');
  expect(refused({ PARLEY_SECRET: "too short" })).not.toContain("too short");
  expect(refused({ PARLEY_PUSH_REGISTRATION_KEY: "too short" })).not.toContain("too short");
  expect(refused({ DATABASE_URL: "mysql://parley:open-sesame@db.example.com" })).not.toContain("open-sesame");
});

test("an engine that wakes processes is configured together with its address", () => {
  expect(refused({ PARLEY_WAKEUP: "redis" })).toBe("PARLEY_WAKEUP=redis needs PARLEY_REDIS_URL");
  expect(refused({ PARLEY_WAKEUP: "nats" })).toBe("PARLEY_WAKEUP=nats needs PARLEY_NATS_URL");
  expect(refused({ PARLEY_NATS_URL: "nats://nats" })).toBe("PARLEY_NATS_URL needs PARLEY_WAKEUP=nats");
  expect(refused({ PARLEY_NATS_URL: "http://parley:open-sesame@nats" })).not.toContain("open-sesame");
});

test("S3 storage requires a bucket, and its keys come in pairs", () => {
  expect(refused({ PARLEY_STORAGE: "s3" })).toBe("PARLEY_STORAGE=s3 needs PARLEY_S3_BUCKET");
  expect(refused({ PARLEY_S3_ACCESS_KEY: "a" })).toMatch(/^PARLEY_S3_ACCESS_KEY and .+ go together/);
});

test.each([
  [{ PARLEY_PUSH: "bouncer", PARLEY_BOUNCER_ID: "a" }, "PARLEY_BOUNCER_KEY"],
  [{ PARLEY_PUSH: "bouncer", PARLEY_BOUNCER_KEY: "a" }, "PARLEY_BOUNCER_ID"],
  [{ PARLEY_PUSH: "web,fcm" }, "PARLEY_FCM_KEY_FILE"],
  [{ PARLEY_PUSH: "apns", PARLEY_APNS_KEY_FILE: "a", PARLEY_APNS_KEY_ID: "b" }, "PARLEY_APNS_TEAM_ID"],
])("a way to send notifications requires the settings it depends on: %j", (environment, missing) => {
  expect(refused(environment)).toMatch(new RegExp(`^PARLEY_PUSH has \\w+, so ${missing} must be set$`));
});

test("refuses an unknown PARLEY_ variable, a misspelling above all", () => {
  expect(refused({ PARLEY_PROT: "80" })).toMatch(/^PARLEY_PROT isn't a Parley setting/);
});

test("ignores other programs' variables and those of the tests", () => {
  expect(readConfig({ PATH: "/bin", PGHOST: "db", PARLEY_TEST_DATABASE_URL: "x" })).toEqual(readConfig({}));
});

test.each(["127.0.0.1", "::1", "localhost"])("allows development mode on %s", (host) => {
  expect(readConfig({ PARLEY_MODE: "development", PARLEY_HOST: host })).toMatchObject(
    E.right({ mode: "development" }),
  );
});

test.each(["0.0.0.0", "::", "192.168.1.5", "chat.example.com"])("refuses development mode on %s", (host) => {
  const line = refused({ PARLEY_MODE: "development", PARLEY_HOST: host });
  expect(line).toContain("PARLEY_MODE=development");
  expect(line).toContain(`"${host}"`);
});

test("an organization needs both a name and an owner's address, or neither", () => {
  const missing = E.left(expect.stringMatching(/PARLEY_REALM_NAME and PARLEY_OWNER_EMAIL go together/));
  expect(readConfig({ PARLEY_REALM_NAME: "Example" })).toEqual(missing);
  expect(readConfig({ PARLEY_OWNER_EMAIL: "owner@example.com" })).toEqual(missing);
});

test.each([
  "chat@example.com",
  "parley@localhost",
  "Parley <chat@example.com>",
  '"Parley, of Example" <chat@example.com>',
  "Grüße <chat@example.com>",
])("takes %s as the sender of mail", (mailFrom) => {
  expect(readConfig({ PARLEY_MAIL_FROM: mailFrom })).toMatchObject(E.right({ mailFrom }));
});

const publicKeyOf = (kind: "rsa" | "ec" | "ed25519", options: object = {}): string =>
  generateKeyPairSync(kind as "rsa", {
    ...(options as { modulusLength: number }),
  })
    .publicKey.export({ type: "spki", format: "pem" })
    .toString();
const jwtKeys = {
  RS256: publicKeyOf("rsa", { modulusLength: 2048 }),
  ES256: publicKeyOf("ec", { namedCurve: "prime256v1" }),
  ES384: publicKeyOf("ec", { namedCurve: "secp384r1" }),
  EdDSA: publicKeyOf("ed25519"),
} as const;
const algorithms = Object.keys(jwtKeys) as (keyof typeof jwtKeys)[];

test.each(algorithms)("a key for %s verifies tokens of that algorithm alone", (PARLEY_JWT_ALGORITHM) => {
  for (const algorithm of algorithms) {
    const read = readConfig({ PARLEY_JWT_ALGORITHM, PARLEY_JWT_KEY: jwtKeys[algorithm] });
    if (algorithm === PARLEY_JWT_ALGORITHM) expect(read).toEqual(E.right(expect.anything()));
    else expect(read).toEqual(E.left(expect.stringMatching(/^PARLEY_JWT_KEY must be an? \S+ key/)));
  }
});

test.each([
  "-----BEGIN PUBLIC KEY-----nonsense",
  jwtKeys.RS256.slice(0, 200),
  jwtKeys.RS256.replaceAll("\n", "\\n"),
  jwtKeys.RS256.replaceAll("PUBLIC KEY", "CERTIFICATE"),
  ` ${jwtKeys.RS256}`,
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString(),
])("refuses a key for tokens that can't be read, and doesn't quote it", (key) => {
  const line = refused({ PARLEY_JWT_ALGORITHM: "RS256", PARLEY_JWT_KEY: key });
  expect(line).toMatch(/^PARLEY_JWT_KEY can't be read: it must be a whole public key in PEM/);
  expect(line).not.toContain(key);
});

test("refuses a short key, and one of the other kind", () => {
  const short = publicKeyOf("rsa", { modulusLength: 1024 });
  expect(refused({ PARLEY_JWT_ALGORITHM: "RS256", PARLEY_JWT_KEY: short })).toContain("2048 bits");
  const other = "PARLEY_JWT_KEY must be a public key in PEM for RS, ES and EdDSA, and a secret for HS";
  expect(refused({ PARLEY_JWT_KEY: jwtKeys.RS256 })).toBe(other);
  expect(refused({ PARLEY_JWT_ALGORITHM: "RS256", PARLEY_JWT_KEY: "s".repeat(32) })).toBe(other);
});

describe("a database with several hosts", () => {
  test.each([
    "postgres://one,two/parley",
    "postgres://one:5432,two:5432/parley?target_session_attrs=read-write",
    "postgresql://u:p%40ss@one,two:5433/parley",
    "postgres://u:p@10.0.0.1,10.0.0.2",
    "postgres:///parley?host=one,two",
  ])("is refused because of that: %s", (value) => {
    expect(refused({ DATABASE_URL: value })).toMatch(
      /^DATABASE_URL must name one host: .+ docs\/operating\.md/,
    );
  });

  test.each(["postgres://u:a,b@host/parley", "postgres://u@host/parley?options=-c%20search_path%3Da,b"])(
    "isn't seen in another comma: %s",
    (value) => {
      expect(readConfig({ DATABASE_URL: value })).toEqual(E.right(expect.anything()));
    },
  );
});

describe("a password that isn't percent-encoded", () => {
  const encoded = /^\w+ must have .+ in its password percent-encoded: %2F for \/$/;

  test.each([
    ["DATABASE_URL", "postgres://parley:ab/cd+ef==@host/parley"],
    ["DATABASE_URL", "postgres://parley:12#34sEcret@host/parley"],
    ["DATABASE_URL", "postgres://parley:12?34sEcret@host/parley"],
    ["DATABASE_URL", "postgres://u:p@ss/wo#rd@host/parley"],
    ["DATABASE_URL", "postgres://u:100%secret@host/parley"],
    ["PARLEY_REDIS_URL", "redis://u:ab/cd@host"],
    ["PARLEY_NATS_URL", "nats://other,nats://u:12#34@host"],
    ["PARLEY_NATS_URL", "nats://u:ab,cd@host"],
    ["PARLEY_SMTP_URL", "smtp://u:12?34@host"],
  ])("is refused, without any of it in the message: %s=%s", (variable, value) => {
    const message = refused({ [variable]: value });
    expect(message).toMatch(encoded);
    expect(message).toMatch(new RegExp(`^${variable} `));
  });

  test.each([
    ["DATABASE_URL", "postgres://parley@database/parley"],
    ["DATABASE_URL", "postgres://parley:p%40ss%2F@host/parley?application_name=a@b"],
    ["DATABASE_URL", "postgres:///parley?host=/run/postgresql"],
    ["PARLEY_NATS_URL", "nats://one:4222, nats://u:p@two:4222"],
  ])("has nothing to do with %s=%s", (variable, value) => {
    const PARLEY_WAKEUP = variable === "PARLEY_NATS_URL" ? "nats" : "postgres";
    expect(readConfig({ PARLEY_WAKEUP, [variable]: value })).toEqual(E.right(expect.anything()));
  });
});

test.each([
  [
    { PARLEY_ZOOM_CLIENT_ID: "a" },
    "PARLEY_ZOOM_CLIENT_ID and PARLEY_ZOOM_CLIENT_SECRET go together; PARLEY_ZOOM_CLIENT_SECRET is missing",
  ],
  [
    { PARLEY_WEBEX_CLIENT_SECRET: "a" },
    "PARLEY_WEBEX_CLIENT_ID and PARLEY_WEBEX_CLIENT_SECRET go together; PARLEY_WEBEX_CLIENT_ID is missing",
  ],
  [
    { PARLEY_BIGBLUEBUTTON_URL: "https://bbb.example.com" },
    "PARLEY_BIGBLUEBUTTON_URL and PARLEY_BIGBLUEBUTTON_SECRET go together; PARLEY_BIGBLUEBUTTON_SECRET is missing",
  ],
  [
    { PARLEY_NEXTCLOUD_USER: "a" },
    "PARLEY_NEXTCLOUD_URL, PARLEY_NEXTCLOUD_USER and PARLEY_NEXTCLOUD_PASSWORD go together; PARLEY_NEXTCLOUD_URL and PARLEY_NEXTCLOUD_PASSWORD are missing",
  ],
  [{ PARLEY_GALENE_PASSWORD: "a" }, /go together; PARLEY_GALENE_URL and PARLEY_GALENE_USER are missing$/],
  [{ PARLEY_CONSTRUCTOR_GROUPS_ACCESS_KEY: "a" }, /go together/],
  [{ PARLEY_ZOOM_ACCOUNT_ID: "a" }, "PARLEY_ZOOM_ACCOUNT_ID needs PARLEY_ZOOM_CLIENT_ID"],
  [{ PARLEY_SUMMARY_KEY: "a" }, "PARLEY_SUMMARY_KEY needs PARLEY_SUMMARY_URL"],
  [{ PARLEY_JWT_SUBDOMAIN: "a" }, "PARLEY_JWT_SUBDOMAIN needs PARLEY_JWT_KEY"],
  [{ PARLEY_OWNER_PASSWORD: "a" }, "PARLEY_OWNER_PASSWORD needs PARLEY_REALM_NAME"],
])("settings that would have no effect without others are refused: %j", (environment, message) => {
  const found = refused(environment as Readonly<Record<string, string>>);
  if (typeof message === "string") expect(found).toBe(message);
  else expect(found).toMatch(message);
});
