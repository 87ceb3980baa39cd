import { bigBlueButton } from "../../adapters/calls/big-blue-button";
import { constructorGroups } from "../../adapters/calls/constructor-groups";
import { galene } from "../../adapters/calls/galene";
import { jitsi } from "../../adapters/calls/jitsi";
import { nextcloudTalk } from "../../adapters/calls/nextcloud-talk";
import { webex } from "../../adapters/calls/webex";
import { zoom, zoomForAll } from "../../adapters/calls/zoom";
import { anyAddress } from "../../adapters/net/address-guard";
import { tracedHttp } from "../../adapters/net/traced-http";
import { undiciHttp } from "../../adapters/net/undici-http";
import type { CallProvider } from "../../application/ports/calls/call-provider";
import type { LinkTokens } from "../../application/ports/login/link-tokens";
import type { Clock } from "../../application/ports/system/clock";
import type { Tracing } from "../../application/ports/system/tracing";
import type { Config } from "../../config/config";

/** All of the values, or undefined if one is missing. */
const allOf = <A extends Readonly<Record<string, string | undefined>>>(
  values: A,
): { readonly [Name in keyof A]: string } | undefined => (isComplete(values) ? values : undefined);

const isComplete = <A extends Readonly<Record<string, string | undefined>>>(
  values: A,
): values is A & { readonly [Name in keyof A]: string } => !Object.values(values).includes(undefined);

/** The configured video call services. */
export const callProvidersOf = (
  config: Config,
  clock: Clock,
  tickets: LinkTokens,
  tracing: Tracing,
): readonly CallProvider[] => {
  // The operator configures these addresses, so private networks are allowed.
  const client = undiciHttp({ isAllowed: anyAddress, timeout: 10_000, largestAnswer: 1_048_576 });
  const http = tracedHttp(client, "call provider", tracing);
  const { zoomOauthUrl: oauthUrl, zoomApiUrl, zoomAccountId: accountId } = config;
  const zoomClient = allOf({ clientId: config.zoomClientId, clientSecret: config.zoomClientSecret });
  const webexClient = allOf({ clientId: config.webexClientId, clientSecret: config.webexClientSecret });
  const meetings = allOf({ url: config.bigBlueButtonUrl, secret: config.bigBlueButtonSecret });
  const talk = allOf({
    url: config.nextcloudUrl,
    user: config.nextcloudUser,
    password: config.nextcloudPassword,
  });
  const groups = allOf({ url: config.galeneUrl, user: config.galeneUser, password: config.galenePassword });
  const rooms = allOf({
    url: config.constructorGroupsUrl,
    accessKey: config.constructorGroupsAccessKey,
    secretKey: config.constructorGroupsSecretKey,
  });
  const zoomOptions = zoomClient && { ...zoomClient, http, clock, oauthUrl, apiUrl: zoomApiUrl };
  return [
    jitsi(config.jitsiUrl),
    ...(zoomOptions
      ? [accountId === undefined ? zoom(zoomOptions) : zoomForAll({ ...zoomOptions, accountId })]
      : []),
    ...(meetings ? [bigBlueButton({ ...meetings, http, tickets })] : []),
    ...(rooms ? [constructorGroups({ ...rooms, http })] : []),
    ...(talk ? [nextcloudTalk({ ...talk, http })] : []),
    ...(webexClient ? [webex({ ...webexClient, http, clock, apiUrl: config.webexApiUrl })] : []),
    ...(groups ? [galene({ ...groups, http })] : []),
  ];
};
