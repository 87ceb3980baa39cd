import { encodeCalledMessage } from "../adapters/http/encode/called-message";
import { realmFacts } from "../adapters/http/request-context";
import { serverVersion } from "../adapters/http/version";
import { addressGuard, loopback } from "../adapters/outgoing-http/address-guard";
import { nodeHttp } from "../adapters/outgoing-http/node-http";
import { httpBotCaller } from "../adapters/webhooks/outgoing/http-bot-caller";
import { nativeFormat } from "../adapters/webhooks/outgoing/native";
import { slackFormat } from "../adapters/webhooks/outgoing/slack";
import type { ApiKeys } from "../application/ports/api-keys";
import type { BotCaller, CallToBot } from "../application/ports/bot-caller";
import type { Config } from "../config/config";

const webhookLimits = { timeout: 10_000, largestAnswer: 262_144 };

/** How the servers of outgoing webhook bots are called. */
export const botCallerOf = (
  { webhookAllow, mode }: Config,
  siteUrl: () => string,
  { webhookTokenOf }: ApiKeys,
): BotCaller => {
  // Whoever develops a bot has its server beside this one.
  const allowed = webhookAllow ?? (mode === "development" ? loopback : []);
  const factsOf = ({ state }: CallToBot) => realmFacts(state.realm, { url: siteUrl(), webhookTokenOf });
  return httpBotCaller({
    http: nodeHttp({ ...webhookLimits, isAllowed: addressGuard(allowed) }),
    formats: {
      native: nativeFormat((call) => encodeCalledMessage(call, factsOf(call))),
      slack: slackFormat((call) => factsOf(call).host),
    },
    userAgent: `ParleyOutgoingWebhook/${serverVersion}`,
  });
};
