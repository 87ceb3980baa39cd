import type { IncomingWebhook } from "../../../application/ports/incoming-webhook";
import { alertmanagerWebhook } from "./alertmanager";
import { githubWebhook } from "./github";
import { gitlabWebhook } from "./gitlab";
import { grafanaWebhook } from "./grafana";
import { jsonWebhook } from "./json";
import { slackWebhook } from "./slack";

/** Every program whose messages are understood. */
export const incomingWebhooks: readonly IncomingWebhook[] = [
  alertmanagerWebhook,
  githubWebhook,
  gitlabWebhook,
  grafanaWebhook,
  jsonWebhook,
  slackWebhook,
];
