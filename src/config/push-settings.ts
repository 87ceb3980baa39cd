import { hidden, optional, setting } from "./setting";
import { addresses, registrationKey, text, textThat } from "./setting-values";
import { baseUrl, originUrl } from "./url-values";

/** Ways to send notifications: the values of PARLEY_PUSH. */
const pushWays = ["bouncer", "fcm", "apns", "web", "record"] as const;
export type PushWay = (typeof pushWays)[number];

const pushRoutes = textThat<readonly PushWay[]>(
  `must be off, or some of ${pushWays.join(", ")}, separated by commas`,
  (value) => {
    if (value === "off") return [];
    const names = value.split(",").map((name) => name.trim());
    const known = pushWays.filter((way) => names.includes(way));
    return known.length === new Set(names).size ? known : undefined;
  },
);

/** How push notifications reach devices. */
export const pushSettings = {
  push: setting(
    "PARLEY_PUSH",
    "off",
    pushRoutes,
    "Ways to send push notifications: off, or bouncer, fcm, apns and web, separated by commas; or record, which only logs them",
  ),
  bouncerUrl: setting(
    "PARLEY_BOUNCER_URL",
    "https://push.zulipchat.com",
    baseUrl("http:", "https:"),
    "The push bouncer that sends to the mobile apps",
  ),
  bouncerId: optional(
    "PARLEY_BOUNCER_ID",
    text,
    "The id under which this server is registered with the bouncer",
  ),
  bouncerKey: hidden("PARLEY_BOUNCER_KEY", text, "The key for that id"),
  fcmKeyFile: optional(
    "PARLEY_FCM_KEY_FILE",
    text,
    "Google's service account for Firebase Cloud Messaging, as a JSON file",
  ),
  fcmUrl: setting(
    "PARLEY_FCM_URL",
    "https://fcm.googleapis.com",
    baseUrl("http:", "https:"),
    "Address of Firebase Cloud Messaging",
  ),
  apnsKeyFile: optional("PARLEY_APNS_KEY_FILE", text, "Apple's signing key for APNs, as a .p8 file"),
  apnsKeyId: optional("PARLEY_APNS_KEY_ID", text, "Apple's id for that key"),
  apnsTeamId: optional("PARLEY_APNS_TEAM_ID", text, "The Apple team that owns the key"),
  apnsUrl: setting(
    "PARLEY_APNS_URL",
    "https://api.push.apple.com",
    originUrl("http:", "https:"),
    "Address of APNs; https://api.sandbox.push.apple.com for apps in development",
  ),
  pushRegistrationKey: hidden(
    "PARLEY_PUSH_REGISTRATION_KEY",
    registrationKey,
    "An X25519 key in base64, which decrypts what your own apps encrypt for this server if it is its own push relay",
  ),
  pushAllow: optional(
    "PARLEY_PUSH_ALLOW",
    addresses,
    "Private addresses and networks that Web Push may be sent to, separated by commas",
  ),
};

type Companion = "bouncerId" | "bouncerKey" | "fcmKeyFile" | "apnsKeyFile" | "apnsKeyId" | "apnsTeamId";
type Settings = { readonly [Name in Companion]: string | undefined } & { readonly push: readonly PushWay[] };

/** The settings that each way requires, by variable. */
const needs: Readonly<Record<PushWay, Readonly<Record<string, Companion>>>> = {
  bouncer: { PARLEY_BOUNCER_ID: "bouncerId", PARLEY_BOUNCER_KEY: "bouncerKey" },
  fcm: { PARLEY_FCM_KEY_FILE: "fcmKeyFile" },
  apns: {
    PARLEY_APNS_KEY_FILE: "apnsKeyFile",
    PARLEY_APNS_KEY_ID: "apnsKeyId",
    PARLEY_APNS_TEAM_ID: "apnsTeamId",
  },
  web: {},
  record: {},
};

/** The problem of the push settings; undefined if there is none. */
export const pushProblem = (config: Settings): string | undefined => {
  const { push } = config;
  if (push.includes("bouncer") && (push.includes("fcm") || push.includes("apns")))
    return "PARLEY_PUSH must have either bouncer or fcm and apns, because both serve the same devices";
  if (push.includes("record") && push.length > 1)
    return "PARLEY_PUSH must have record alone or not at all, because it sends nothing";
  for (const way of push)
    for (const [variable, name] of Object.entries(needs[way]))
      if (config[name] === undefined) return `PARLEY_PUSH has ${way}, so ${variable} must be set`;
  return undefined;
};
