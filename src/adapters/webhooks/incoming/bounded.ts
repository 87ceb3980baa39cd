import { left } from "fp-ts/Either";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { anomalous } from "./notice-writer";

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

/** Refuses documents of more values than programs send: each costs time to decode, above all if it is wrong. */
export const bounded = (webhook: IncomingWebhook): IncomingWebhook => ({
  ...webhook,
  translate: (delivery) =>
    hasMoreValues(delivery.payload, mostValues) ? left(anomalous) : webhook.translate(delivery),
});
