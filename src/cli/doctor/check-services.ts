import * as E from "fp-ts/Either";
import { noTracing } from "../../adapters/tracing/no-tracing";
import { featureLevel, serverVersion } from "../../adapters/zulip-wire/version";
import { fcmAccount, openPushRelay } from "../../composition/adapters/push-relay";
import { signOnOf } from "../../composition/adapters/sign-on";
import type { Config } from "../../config/config";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";
import { reach } from "./reach";

const urls = (values: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(values.flatMap((value) => (value === undefined ? [] : [new URL(value).origin]))),
];

/** Reasons why some of the addresses can't be reached. */
const unreachable = async (addresses: readonly string[]): Promise<readonly string[]> => {
  const reasons = await Promise.all(
    addresses.map((address) =>
      reach(address).then(
        () => [],
        (error: unknown) => [`${address} can't be reached: ${reasonOf(error)}`],
      ),
    ),
  );
  return reasons.flat();
};

/** What notifications need, also to get permission to send them. Rejects keys that can't be read. */
export const pushAddresses = ({ push, bouncerUrl, fcmUrl, fcmKeyFile, apnsUrl }: Config): readonly string[] =>
  urls([
    push.includes("bouncer") ? bouncerUrl : undefined,
    ...(push.includes("fcm") ? [fcmUrl, fcmAccount({ fcmKeyFile }).tokenUri] : []),
    push.includes("apns") ? apnsUrl : undefined,
  ]);

/** Whether the keys for notifications can be read, as the start reads them, and the services reached. Sends nothing. */
const checkPush = async (config: Config, secret: string): Promise<readonly Finding[]> => {
  const subject = "Notifications";
  if (config.push.length === 0) return [];
  try {
    const relay = await openPushRelay(config, {
      secret,
      siteUrl: () => config.url ?? "",
      print: () => {},
      realmsWith: async () => [],
      tracing: noTracing,
      version: { version: serverVersion, featureLevel },
    });
    await relay.close();
  } catch (error) {
    return [broken(subject, `the server doesn't start: ${reasonOf(error)}`)];
  }
  const addresses = pushAddresses(config);
  const problems = await unreachable(addresses);
  if (problems.length > 0) return [broken(subject, problems.join("; "))];
  const reached = addresses.length > 0 ? `, and ${addresses.join(" and ")} can be reached` : "";
  return [fine(subject, `the settings for ${config.push.join(", ")} are complete${reached}`)];
};

/** Whether the single sign-on service describes itself, as each login needs it to. Logs nobody in. */
const checkSignOn = async (config: Config): Promise<readonly Finding[]> => {
  const subject = "Single sign-on";
  let problem = "";
  const provider = signOnOf(
    config,
    (error) => {
      problem ||= reasonOf(error);
    },
    noTracing,
  );
  if (provider === undefined) return [];
  const begun = await provider.begin(`${config.url ?? "http://127.0.0.1"}/complete/oidc`);
  return [
    E.isRight(begun)
      ? fine(subject, `${config.oidcIssuer} answers`)
      : broken(subject, `${config.oidcIssuer} can't be used: ${problem}. Check PARLEY_OIDC_ISSUER`),
  ];
};

interface Called {
  readonly subject: string;
  readonly addresses: readonly string[];
  /** What doesn't work without it. */
  readonly lack: string;
}

const calledBy = (config: Config): readonly Called[] => [
  {
    subject: "Video calls",
    // Clients themselves call Jitsi.
    addresses: urls([
      config.bigBlueButtonUrl,
      config.nextcloudUrl,
      config.galeneUrl,
      config.constructorGroupsUrl,
      ...(config.zoomClientId === undefined ? [] : [config.zoomOauthUrl, config.zoomApiUrl]),
      config.webexClientId === undefined ? undefined : config.webexApiUrl,
    ]),
    lack: "nobody can start such calls",
  },
  { subject: "Summaries", addresses: urls([config.summaryUrl]), lack: "no summary is written" },
  { subject: "Traces", addresses: urls([config.tracesUrl ?? config.otlpEndpoint]), lack: "traces are lost" },
];

const checkCalled = async ({ subject, addresses, lack }: Called): Promise<readonly Finding[]> => {
  if (addresses.length === 0) return [];
  const problems = await unreachable(addresses);
  return [
    problems.length === 0
      ? fine(subject, `${addresses.join(" and ")} can be reached`)
      : doubtful(subject, `${problems.join("; ")}. Until then, ${lack}`),
  ];
};

/** Whether the configured services of others can be used, as far as that can be seen without using them. */
export const checkServices = async (config: Config, secret: string): Promise<readonly Finding[]> =>
  (
    await Promise.all([checkPush(config, secret), checkSignOn(config), ...calledBy(config).map(checkCalled)])
  ).flat();
