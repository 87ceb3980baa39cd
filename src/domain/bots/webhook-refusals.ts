import { type ApiError, badRequest } from "../errors";

type Refusal<Code extends ApiError["code"]> = Extract<ApiError, { readonly code: Code }>;

export const botWithoutOwner = badRequest("This bot has no owner to receive messages. Name a channel.");
export const unsupportedEvent = (
  webhookName: string,
  eventType: string,
): Refusal<"UNSUPPORTED_WEBHOOK_EVENT_TYPE"> => ({
  code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE",
  message: `The '${eventType}' event isn't currently supported by the ${webhookName} webhook; ignoring`,
  webhookName,
  eventType,
});
export const anomalousPayload = (webhookName: string): Refusal<"ANOMALOUS_WEBHOOK_PAYLOAD"> => ({
  code: "ANOMALOUS_WEBHOOK_PAYLOAD",
  message: `Unable to parse request: Did ${webhookName} generate this event?`,
  webhookName,
});
