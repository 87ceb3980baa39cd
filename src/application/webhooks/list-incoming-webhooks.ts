import type { IncomingWebhook } from "../ports/bots/incoming-webhook";

/** The services whose webhooks bots can receive. */
export const listIncomingWebhooks =
  ({ incomingWebhooks }: { readonly incomingWebhooks: readonly IncomingWebhook[] }) =>
  (): readonly IncomingWebhook[] =>
    incomingWebhooks;
