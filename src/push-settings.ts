/** Ways that notifications can go; the words of PARLEY_PUSH. */
export const pushWays = ["bouncer", "fcm", "apns", "web", "record"] as const;
export type PushWay = (typeof pushWays)[number];

type Companion = "bouncerId" | "bouncerKey" | "fcmKeyFile" | "apnsKeyFile" | "apnsKeyId" | "apnsTeamId";
type Settings = { readonly [Name in Companion]: string | undefined } & { readonly push: readonly PushWay[] };

/** What a way can't do without, by the variable's name. */
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

/** What is wrong with the settings of notifications; undefined if nothing is. */
export const pushProblem = (config: Settings): string | undefined => {
  const { push } = config;
  if (push.includes("bouncer") && (push.includes("fcm") || push.includes("apns")))
    return "PARLEY_PUSH must have bouncer or fcm and apns, not both: they serve the same devices";
  if (push.includes("record") && push.length > 1)
    return "PARLEY_PUSH must have record alone or not at all: it sends nothing";
  for (const way of push)
    for (const [variable, name] of Object.entries(needs[way]))
      if (config[name] === undefined) return `PARLEY_PUSH has ${way}, so ${variable} must be set`;
  return undefined;
};
