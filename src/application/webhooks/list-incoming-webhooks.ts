import type { IncomingWebhook } from "../ports/incoming-webhook";

/** The programs whose reports bots can bring in. */
export const listIncomingWebhooks =
  ({ incomingWebhooks }: { readonly incomingWebhooks: readonly IncomingWebhook[] }) =>
  (): readonly IncomingWebhook[] =>
    incomingWebhooks;
