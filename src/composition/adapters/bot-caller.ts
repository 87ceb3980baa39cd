import { addressGuard, loopback } from "../../adapters/net/address-guard";
import { tracedHttp } from "../../adapters/net/traced-http";
import { undiciHttp } from "../../adapters/net/undici-http";
import { callFormats } from "../../adapters/webhooks/outgoing/call-formats";
import { httpBotCaller } from "../../adapters/webhooks/outgoing/http-bot-caller";
import { serverVersion } from "../../adapters/zulip-wire/version";
import type { ApiKeys } from "../../application/ports/api-keys/api-keys";
import type { BotCaller } from "../../application/ports/bots/bot-caller";
import type { Tracing } from "../../application/ports/system/tracing";
import type { Config } from "../../config/config";

const webhookLimits = { timeout: 10_000, largestAnswer: 262_144 };

/** Calls the servers of outgoing webhook bots. */
export const botCallerOf = (
  { webhookAllow, mode }: Config,
  siteUrl: () => string,
  { webhookTokenOf }: ApiKeys,
  tracing: Tracing,
): BotCaller => {
  // In development, bots run on the same machine, so loopback addresses are allowed.
  const allowed = webhookAllow ?? (mode === "development" ? loopback : []);
  return httpBotCaller({
    http: tracedHttp(
      undiciHttp({ ...webhookLimits, isAllowed: addressGuard(allowed) }),
      "outgoing webhook",
      tracing,
    ),
    formats: callFormats(() => ({ url: siteUrl(), webhookTokenOf })),
    userAgent: `ParleyOutgoingWebhook/${serverVersion}`,
  });
};
