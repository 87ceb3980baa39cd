import { badRequest, type RefusalIn, refusal } from "../refusal";

export type WebhookError = RefusalIn<typeof import("./webhook-refusals")>;

export const botWithoutOwner = badRequest(
  "botWithoutOwner",
  "This bot has no owner to receive messages. Name a channel.",
);
export const unsupportedEvent = (webhookName: string, eventType: string) => ({
  ...refusal(
    "unsupportedEvent",
    "UNSUPPORTED_WEBHOOK_EVENT_TYPE",
    `The '${eventType}' event isn't currently supported by the ${webhookName} webhook; ignoring`,
  ),
  webhookName,
  eventType,
});
export const anomalousPayload = (webhookName: string) => ({
  ...refusal(
    "anomalousPayload",
    "ANOMALOUS_WEBHOOK_PAYLOAD",
    `Unable to parse request: Did ${webhookName} generate this event?`,
  ),
  webhookName,
});
