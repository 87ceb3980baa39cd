import * as E from "fp-ts/Either";
import type {
  IncomingWebhook,
  WebhookDelivery,
  WebhookNotice,
  WebhookProblem,
} from "../../ports/bots/incoming-webhook";

/** Values of a document. A push of GitHub's largest kind has about half as many. */
const mostValues = 100_000;

const hasMoreValues = (document: unknown, most: number): boolean => {
  const waiting: unknown[] = [document];
  for (let left = most; waiting.length > 0; ) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const parts: readonly unknown[] = Object.values(value);
    left -= parts.length;
    if (left < 0) return true;
    for (const part of parts) waiting.push(part);
  }
  return false;
};

/**
 * The messages that a delivery becomes. Refuses documents with more values than any real program sends, because each
 * value takes time to decode, invalid ones most of all. Integrations that decode nothing may take any document.
 */
export const translateDelivery = (
  webhook: IncomingWebhook,
  delivery: WebhookDelivery,
): E.Either<WebhookProblem, readonly WebhookNotice[]> =>
  !webhook.takesAnyDocument && hasMoreValues(delivery.payload, mostValues)
    ? E.left({ kind: "anomalous" })
    : webhook.translate(delivery);
