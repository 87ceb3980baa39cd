import { isIP } from "node:net";
import { type Either, isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import { type PushWay, pushProblem, pushWays } from "./push-settings";

/** A setting of the server, read from one environment variable. */
interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  /** As text, the way the variable would have it; undefined where the setting may be absent. */
  readonly fallback: string | undefined;
  readonly codec: Codec<A>;
}

type Codec<A> = t.Type<A, string, string>;

/** A codec from a variable's text; `must` completes "PARLEY_PORT must ...". */
const from = <A>(must: string, decode: (text: string) => A | undefined): Codec<A> => {
  const validate = (value: string, context: t.Context): t.Validation<A> => {
    const decoded = decode(value);
    return decoded === undefined ? t.failure(value, context, must) : t.success(decoded);
  };
  return new t.Type<A, string, string>(must, (_value): _value is A => true, validate, String);
};

const text = from("must not be empty", (value) => value || undefined);

const integerBetween = (least: number, most: number) =>
  from(`must be a whole number from ${least} to ${most}`, (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  );

const oneOf = <Word extends string>(...words: readonly Word[]) =>
  from(`must be one of ${words.join(", ")}`, (value) => words.find((word) => word === value));

const url = (...protocols: readonly string[]) =>
  from(`must be a URL that begins with ${protocols.map((one) => `${one}//`).join(" or ")}`, (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value.replace(/\/+$/, "")
      : undefined,
  );

const isNetwork = (name: string): boolean => {
  const [address = "", size, ...rest] = name.split("/");
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const isSize = size === undefined || (/^\d{1,3}$/.test(size) && Number(size) <= longest);
  return version !== 0 && isSize && rest.length === 0;
};

const networks = from(
  "must be a list of addresses and networks, with commas, or one of loopback, linklocal, uniquelocal",
  (value) => {
    const names = value.split(",").map((name) => name.trim());
    const isKnown = (name: string) =>
      ["loopback", "linklocal", "uniquelocal"].includes(name) || isNetwork(name);
    return names.every(isKnown) ? (names as readonly string[]) : undefined;
  },
);

const addresses = from("must be a list of addresses and networks, with commas", (value) => {
  const names = value.split(",").map((name) => name.trim());
  return names.every(isNetwork) ? (names as readonly string[]) : undefined;
});

const ways = from(`must be off, or a list of ${pushWays.join(", ")}, with commas`, (value) => {
  if (value === "off") return [];
  const names = value.split(",").map((name) => name.trim());
  const known = pushWays.filter((way) => names.includes(way));
  return known.length === new Set(names).size ? (known as readonly PushWay[]) : undefined;
});

const registrationKey = from("must be 32 bytes in base64", (value) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) ? value : undefined,
);

const secret = from("must have 32 characters or more", (value) => (value.length >= 32 ? value : undefined));

const setting = <A>(
  variable: string,
  fallback: string | undefined,
  codec: Codec<A>,
  meaning: string,
): Setting<A> => ({ variable, fallback, codec, meaning });

/** Every setting there is. `npm run parley -- config` lists them. */
export const settings = {
  host: setting("PARLEY_HOST", "127.0.0.1", text, "Address to listen on"),
  port: setting("PARLEY_PORT", "9991", integerBetween(0, 65_535), "Port to listen on; 0 takes a free one"),
  dataDir: setting(
    "PARLEY_DATA_DIR",
    "data",
    text,
    "Folder for everything that is kept: database, files, the server's secret",
  ),
  url: setting(
    "PARLEY_URL",
    undefined,
    url("http:", "https:"),
    "Where people reach the server, as in their browser; by default http:// and the address it listens on",
  ),
  databaseUrl: setting(
    "DATABASE_URL",
    undefined,
    url("postgres:", "postgresql:"),
    "A PostgreSQL server to use, 15 or newer; by default Parley starts its own in the data folder",
  ),
  databasePoolSize: setting(
    "PARLEY_DATABASE_POOL",
    "10",
    integerBetween(5, 200),
    "Connections to the database, at most",
  ),
  mode: setting(
    "PARLEY_MODE",
    "production",
    oneOf("production", "development"),
    "development lets anyone log in without a password; only on a loopback address",
  ),
  secret: setting(
    "PARLEY_SECRET",
    undefined,
    secret,
    "What API keys are derived from; several nodes need the same; by default made once and kept in the data folder",
  ),
  callsPerMinute: setting(
    "PARLEY_CALLS_PER_MINUTE",
    "2000",
    integerBetween(0, 1_000_000),
    "API calls that one user may make in a minute; 0 for any number",
  ),
  logLevel: setting(
    "PARLEY_LOG_LEVEL",
    "info",
    oneOf("debug", "info", "warn", "error", "silent"),
    "How much to log",
  ),
  trustedProxies: setting(
    "PARLEY_TRUSTED_PROXIES",
    "loopback",
    networks,
    "Proxies whose X-Forwarded-For is believed, for limits by address: addresses, networks, or words for them",
  ),
  archiveDays: setting(
    "PARLEY_ARCHIVE_DAYS",
    "30",
    integerBetween(0, 36_500),
    "For how many days deleted messages can be brought back, before they are removed for good",
  ),
  invitationsPerDay: setting(
    "PARLEY_INVITATIONS_PER_DAY",
    "1000",
    integerBetween(0, 1_000_000),
    "How many people an organization may invite by mail in a day; 0 for any number",
  ),
  smtpUrl: setting(
    "PARLEY_SMTP_URL",
    undefined,
    url("smtp:", "smtps:"),
    "The server that takes mail, as smtp://user:password@host:port; by default mail is shown in the log, or on /development/mail in development",
  ),
  oidcIssuer: setting(
    "PARLEY_OIDC_ISSUER",
    undefined,
    url("https:", "http:"),
    "An OpenID Connect service by which people may log in, as https://login.example.com; http:// on a loopback address only",
  ),
  oidcClientId: setting("PARLEY_OIDC_CLIENT_ID", undefined, text, "What that service calls this server"),
  oidcClientSecret: setting("PARLEY_OIDC_CLIENT_SECRET", undefined, text, "The secret that goes with it"),
  oidcName: setting("PARLEY_OIDC_NAME", "single sign-on", text, "What people know that service as"),
  mailFrom: setting("PARLEY_MAIL_FROM", "Parley <parley@localhost>", text, "Who mail comes from"),
  push: setting(
    "PARLEY_PUSH",
    "off",
    ways,
    "How notifications reach devices that are away: off, bouncer, fcm, apns, web, with commas; or record, which only logs them",
  ),
  bouncerUrl: setting(
    "PARLEY_BOUNCER_URL",
    "https://push.zulipchat.com",
    url("http:", "https:"),
    "The push bouncer that sends to the mobile apps",
  ),
  bouncerId: setting(
    "PARLEY_BOUNCER_ID",
    undefined,
    text,
    "What this server is registered as with the bouncer",
  ),
  bouncerKey: setting("PARLEY_BOUNCER_KEY", undefined, text, "The key that goes with it"),
  fcmKeyFile: setting(
    "PARLEY_FCM_KEY_FILE",
    undefined,
    text,
    "Google's service account for Firebase Cloud Messaging, as a JSON file",
  ),
  fcmUrl: setting(
    "PARLEY_FCM_URL",
    "https://fcm.googleapis.com",
    url("http:", "https:"),
    "Where Firebase Cloud Messaging is",
  ),
  apnsKeyFile: setting(
    "PARLEY_APNS_KEY_FILE",
    undefined,
    text,
    "Apple's signing key for APNs, as a .p8 file",
  ),
  apnsKeyId: setting("PARLEY_APNS_KEY_ID", undefined, text, "The name of that key at Apple"),
  apnsTeamId: setting("PARLEY_APNS_TEAM_ID", undefined, text, "The team at Apple that the key is of"),
  apnsUrl: setting(
    "PARLEY_APNS_URL",
    "https://api.push.apple.com",
    url("http:", "https:"),
    "Where APNs is; https://api.sandbox.push.apple.com for apps in development",
  ),
  pushRegistrationKey: setting(
    "PARLEY_PUSH_REGISTRATION_KEY",
    undefined,
    registrationKey,
    "Opens what apps of your own encrypt for this server, where it is its own relay: an X25519 key in base64",
  ),
  pushAllow: setting(
    "PARLEY_PUSH_ALLOW",
    undefined,
    addresses,
    "Private addresses and networks that Web Push may be sent to all the same, with commas",
  ),
  realmName: setting(
    "PARLEY_REALM_NAME",
    undefined,
    text,
    "Name of the organization to make at the first start",
  ),
  ownerEmail: setting("PARLEY_OWNER_EMAIL", undefined, text, "Address of its owner"),
  ownerName: setting(
    "PARLEY_OWNER_NAME",
    undefined,
    text,
    "Name of its owner; by default the address up to the @",
  ),
  ownerPassword: setting(
    "PARLEY_OWNER_PASSWORD",
    undefined,
    text,
    "Password of its owner; by default one is made and shown once",
  ),
};

type Settings = typeof settings;
type Read<S> = S extends Setting<infer A> ? A : never;
/** Settings that have a default, as they are in force. The others are absent unless they are set. */
type WithDefault =
  | "host"
  | "port"
  | "dataDir"
  | "databasePoolSize"
  | "mode"
  | "callsPerMinute"
  | "archiveDays"
  | "invitationsPerDay"
  | "trustedProxies"
  | "logLevel"
  | "oidcName"
  | "mailFrom"
  | "push"
  | "bouncerUrl"
  | "fcmUrl"
  | "apnsUrl";
export type Config = { readonly [Name in WithDefault]: Read<Settings[Name]> } & {
  readonly [Name in Exclude<keyof Settings, WithDefault>]: Read<Settings[Name]> | undefined;
};

/** What is wrong with these is told without them: the line may end in a log. */
const holdSecrets = [
  "PARLEY_SECRET",
  "PARLEY_OWNER_PASSWORD",
  "PARLEY_SMTP_URL",
  "PARLEY_OIDC_CLIENT_SECRET",
  "DATABASE_URL",
  "PARLEY_BOUNCER_KEY",
  "PARLEY_PUSH_REGISTRATION_KEY",
];
const loopback = ["127.0.0.1", "::1", "localhost"];

/** Reads the environment; fails with one line that names the variable and what is wrong with it. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>>,
): Either<string, Config> => {
  const config: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const given = environment[one.variable] ?? one.fallback;
    if (given === undefined) continue;
    const value = one.codec.decode(given);
    if (isLeft(value)) {
      const told = holdSecrets.includes(one.variable) ? "" : `; it is ${JSON.stringify(given)}`;
      return left(`${one.variable} ${value.left[0]?.message}${told}`);
    }
    config[name] = value.right;
  }
  const unknown = Object.keys(environment).find(
    (variable) =>
      variable.startsWith("PARLEY_") &&
      !variable.startsWith("PARLEY_TEST_") &&
      !Object.values(settings).some((one) => one.variable === variable),
  );
  if (unknown !== undefined)
    return left(`${unknown} is no setting of Parley's; npm run parley -- config lists them`);
  const read = config as unknown as Config;
  if (read.mode === "development" && !loopback.includes(read.host))
    return left(
      `PARLEY_MODE=development lets anyone in, so PARLEY_HOST must be a loopback address; it is "${read.host}"`,
    );
  if ((read.realmName === undefined) !== (read.ownerEmail === undefined))
    return left("PARLEY_REALM_NAME and PARLEY_OWNER_EMAIL go together; one of them is missing");
  const ofService = [read.oidcIssuer, read.oidcClientId, read.oidcClientSecret];
  if (ofService.includes(undefined) && ofService.some((one) => one !== undefined))
    return left("PARLEY_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET go together; one of them is missing");
  if (
    read.oidcIssuer?.startsWith("http:") &&
    !loopback.includes(new URL(read.oidcIssuer).hostname.replace(/[[\]]/g, ""))
  )
    return left(`PARLEY_OIDC_ISSUER must be a URL that begins with https://; it is "${read.oidcIssuer}"`);
  const problem = pushProblem(read);
  return problem === undefined ? right(read) : left(problem);
};
