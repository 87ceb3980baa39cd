import { isLeft, left, right } from "fp-ts/Either";
import { readConfig, settings } from "../../src/config";

const refused = (environment: Record<string, string>): string => {
  const read = readConfig(environment);
  if (isLeft(read)) return read.left;
  throw new Error("It was not refused");
};

test("an empty environment gives the defaults, and leaves the rest out", () => {
  expect(readConfig({})).toEqual(
    right({
      host: "127.0.0.1",
      port: 9991,
      dataDir: "data",
      databasePoolSize: 10,
      mode: "production",
      mailFrom: "Parley <parley@localhost>",
      oidcName: "single sign-on",
      callsPerMinute: 2000,
      archiveDays: 30,
      invitationsPerDay: 1000,
      trustedProxies: ["loopback"],
      logLevel: "info",
      push: [],
      bouncerUrl: "https://push.zulipchat.com",
      fcmUrl: "https://fcm.googleapis.com",
      apnsUrl: "https://api.push.apple.com",
    }),
  );
});

test("every setting is read from its variable", () => {
  const environment = {
    PARLEY_HOST: "::1",
    PARLEY_PORT: "0",
    PARLEY_DATA_DIR: "/var/lib/parley",
    PARLEY_URL: "https://chat.example.com",
    DATABASE_URL: "postgres://parley@db.example.com/parley",
    PARLEY_DATABASE_POOL: "20",
    PARLEY_MODE: "development",
    PARLEY_SECRET: "s".repeat(32),
    PARLEY_CALLS_PER_MINUTE: "0",
    PARLEY_ARCHIVE_DAYS: "7",
    PARLEY_TRUSTED_PROXIES: "loopback, 10.0.0.0/8,2001:db8::1",
    PARLEY_LOG_LEVEL: "warn",
    PARLEY_INVITATIONS_PER_DAY: "9",
    PARLEY_SMTP_URL: "smtps://parley:secret@mail.example.com:465",
    PARLEY_OIDC_ISSUER: "https://login.example.com",
    PARLEY_OIDC_CLIENT_ID: "parley",
    PARLEY_OIDC_CLIENT_SECRET: "hush",
    PARLEY_OIDC_NAME: "Example login",
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
  };
  expect(Object.keys(environment).sort()).toEqual(
    Object.values(settings)
      .map(({ variable }) => variable)
      .sort(),
  );
  expect(readConfig(environment)).toEqual(
    right({
      host: "::1",
      port: 0,
      dataDir: "/var/lib/parley",
      url: "https://chat.example.com",
      databaseUrl: "postgres://parley@db.example.com/parley",
      databasePoolSize: 20,
      mode: "development",
      secret: "s".repeat(32),
      callsPerMinute: 0,
      archiveDays: 7,
      invitationsPerDay: 9,
      trustedProxies: ["loopback", "10.0.0.0/8", "2001:db8::1"],
      logLevel: "warn",
      smtpUrl: "smtps://parley:secret@mail.example.com:465",
      oidcIssuer: "https://login.example.com",
      oidcClientId: "parley",
      oidcClientSecret: "hush",
      oidcName: "Example login",
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

test("a default is itself a value that the setting takes", () => {
  const defaults = Object.values(settings).flatMap(({ variable, fallback }) =>
    fallback === undefined ? [] : [[variable, fallback]],
  );
  expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}));
});

test("a URL is kept without the slash at its end", () => {
  expect(readConfig({ PARLEY_URL: "https://chat.example.com/" })).toMatchObject(
    right({ url: "https://chat.example.com" }),
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
  ["DATABASE_URL", "mysql://localhost/parley"],
  ["DATABASE_URL", ""],
  ["PARLEY_DATABASE_POOL", "1"],
  ["PARLEY_DATABASE_POOL", "201"],
  ["PARLEY_MODE", "Production"],
  ["PARLEY_SECRET", "s".repeat(31)],
  ["PARLEY_CALLS_PER_MINUTE", "-1"],
  ["PARLEY_ARCHIVE_DAYS", "a month"],
  ["PARLEY_TRUSTED_PROXIES", "everyone"],
  ["PARLEY_TRUSTED_PROXIES", "10.0.0.0/33"],
  ["PARLEY_TRUSTED_PROXIES", "loopback,,10.0.0.1"],
  ["PARLEY_LOG_LEVEL", "loud"],
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
])("%s=%j is refused by one line that names it", (variable, value) => {
  expect(refused({ [variable]: value })).toMatch(new RegExp(`^${variable} must .+$`));
});

test("what was given is told, save for secrets", () => {
  expect(refused({ PARLEY_PORT: "many" })).toContain('"many"');
  expect(refused({ PARLEY_SECRET: "too short" })).not.toContain("too short");
  expect(refused({ PARLEY_PUSH_REGISTRATION_KEY: "too short" })).not.toContain("too short");
  expect(refused({ DATABASE_URL: "mysql://parley:open-sesame@db.example.com" })).not.toContain("open-sesame");
});

test.each([
  [{ PARLEY_PUSH: "bouncer", PARLEY_BOUNCER_ID: "a" }, "PARLEY_BOUNCER_KEY"],
  [{ PARLEY_PUSH: "bouncer", PARLEY_BOUNCER_KEY: "a" }, "PARLEY_BOUNCER_ID"],
  [{ PARLEY_PUSH: "web,fcm" }, "PARLEY_FCM_KEY_FILE"],
  [{ PARLEY_PUSH: "apns", PARLEY_APNS_KEY_FILE: "a", PARLEY_APNS_KEY_ID: "b" }, "PARLEY_APNS_TEAM_ID"],
])("a way for notifications needs what it goes with: %j", (environment, missing) => {
  expect(refused(environment)).toMatch(new RegExp(`^PARLEY_PUSH has \\w+, so ${missing} must be set$`));
});

test("a variable of ours that no setting has is refused, a misspelt one above all", () => {
  expect(refused({ PARLEY_PROT: "80" })).toMatch(/^PARLEY_PROT is no setting/);
});

test("variables of others are none of our business, and those of the tests neither", () => {
  expect(readConfig({ PATH: "/bin", PGHOST: "db", PARLEY_TEST_DATABASE_URL: "x" })).toEqual(readConfig({}));
});

test.each(["127.0.0.1", "::1", "localhost"])("development mode is for %s", (host) => {
  expect(readConfig({ PARLEY_MODE: "development", PARLEY_HOST: host })).toMatchObject(
    right({ mode: "development" }),
  );
});

test.each(["0.0.0.0", "::", "192.168.1.5", "chat.example.com"])(
  "development mode is refused on %s",
  (host) => {
    const line = refused({ PARLEY_MODE: "development", PARLEY_HOST: host });
    expect(line).toContain("PARLEY_MODE=development");
    expect(line).toContain(`"${host}"`);
  },
);

test("an organization needs a name and an owner's address, or neither", () => {
  const missing = left(expect.stringMatching(/PARLEY_REALM_NAME and PARLEY_OWNER_EMAIL go together/));
  expect(readConfig({ PARLEY_REALM_NAME: "Example" })).toEqual(missing);
  expect(readConfig({ PARLEY_OWNER_EMAIL: "owner@example.com" })).toEqual(missing);
});
