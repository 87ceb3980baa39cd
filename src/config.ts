import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type CallDefault, callSecrets, callSettings } from "./call-settings";
import { longestInvitation } from "./domain/invitation";
import { pushProblem } from "./push-settings";
import {
  addresses,
  integerBetween,
  keyPrefix,
  networks,
  oneOf,
  pushRoutes,
  registrationKey,
  type Setting,
  secret,
  setting,
  text,
  url,
} from "./setting";

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
  storage: setting(
    "PARLEY_STORAGE",
    "disk",
    oneOf("disk", "s3"),
    "Where uploaded files are: disk for the folder files in the data folder, s3 for a bucket",
  ),
  s3Bucket: setting("PARLEY_S3_BUCKET", undefined, text, "The bucket, which belongs to this server alone"),
  s3Endpoint: setting(
    "PARLEY_S3_ENDPOINT",
    undefined,
    url("http:", "https:"),
    "A server that speaks S3; by default Amazon's",
  ),
  s3Region: setting("PARLEY_S3_REGION", "us-east-1", text, "The region that the bucket is in"),
  s3Prefix: setting(
    "PARLEY_S3_PREFIX",
    undefined,
    keyPrefix,
    "Goes before the name of each file, as in parley/; by default nothing does",
  ),
  s3AccessKey: setting(
    "PARLEY_S3_ACCESS_KEY",
    undefined,
    text,
    "Who signs requests to S3; by default whoever AWS_ACCESS_KEY_ID or the machine's role names",
  ),
  s3SecretKey: setting("PARLEY_S3_SECRET_KEY", undefined, text, "The key that goes with it"),
  maxUploadMib: setting(
    "PARLEY_MAX_UPLOAD_MIB",
    "100",
    integerBetween(1, 5000),
    "How large an uploaded file may be, in mebibytes",
  ),
  uploadQuotaMib: setting(
    "PARLEY_UPLOAD_QUOTA_MIB",
    undefined,
    integerBetween(1, 100_000_000),
    "How much all files of an organization may be together, in mebibytes; by default any amount",
  ),
  orphanDays: setting(
    "PARLEY_ORPHAN_DAYS",
    "35",
    integerBetween(1, 36_500),
    "For how many days files are kept that no message shares",
  ),
  invitationsPerDay: setting(
    "PARLEY_INVITATIONS_PER_DAY",
    "1000",
    integerBetween(0, 1_000_000),
    "How many people an organization may invite by mail in a day; 0 for any number",
  ),
  invitationMinutes: setting(
    "PARLEY_INVITATION_MINUTES",
    "14400",
    integerBetween(1, longestInvitation),
    "For how many minutes an invitation is good whose inviter says nothing of it; 14400 are ten days",
  ),
  webhookAllow: setting(
    "PARLEY_WEBHOOK_ALLOW",
    undefined,
    addresses,
    "Private addresses and networks that outgoing webhooks may go to, as 10.1.2.3,192.168.0.0/16; by default none, in development this machine's own",
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
  ...callSettings({ setting, text, url }),
  push: setting(
    "PARLEY_PUSH",
    "off",
    pushRoutes,
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
  | "invitationMinutes"
  | "trustedProxies"
  | "logLevel"
  | CallDefault
  | "oidcName"
  | "mailFrom"
  | "storage"
  | "s3Region"
  | "maxUploadMib"
  | "orphanDays"
  | "push"
  | "bouncerUrl"
  | "fcmUrl"
  | "apnsUrl";
export type Config = { readonly [Name in WithDefault]: Read<Settings[Name]> } & {
  readonly [Name in Exclude<keyof Settings, WithDefault>]: Read<Settings[Name]> | undefined;
};

/** What is wrong with these is told without them: the line may end in a log. */
const holdSecrets: readonly string[] = [
  ...callSecrets,
  "PARLEY_SECRET",
  "PARLEY_OWNER_PASSWORD",
  "PARLEY_SMTP_URL",
  "PARLEY_S3_SECRET_KEY",
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
  if (read.storage === "s3" && read.s3Bucket === undefined)
    return left("PARLEY_STORAGE=s3 needs PARLEY_S3_BUCKET");
  if ((read.s3AccessKey === undefined) !== (read.s3SecretKey === undefined))
    return left("PARLEY_S3_ACCESS_KEY and PARLEY_S3_SECRET_KEY go together; one of them is missing");
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
