import { sendMessage } from "../messages/send-message";
import type { Workings } from "../workings";
import { receiveWebhook } from "./receive-webhook";

/** Webhooks that other services call. */
export const webhookUseCases = (workings: Workings) => ({
  incoming: workings.incomingWebhooks,
  receive: receiveWebhook({ ...workings, send: sendMessage(workings) }),
});
