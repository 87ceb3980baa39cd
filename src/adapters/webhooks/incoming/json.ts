import { right } from "fp-ts/Either";
import type { IncomingWebhook } from "../../../application/ports/incoming-webhook";

/** Any JSON document, shown as it is. */
export const jsonWebhook: IncomingWebhook = {
  name: "json",
  label: "JSON",
  displayName: "JSON formatter",
  events: null,
  options: [],
  translate: ({ payload }) =>
    right([{ topic: "JSON", content: `\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\`` }]),
};
