import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { alertmanagerWebhook } from "./alertmanager";
import { githubWebhook } from "./github";
import { gitlabWebhook } from "./gitlab";
import { grafanaWebhook } from "./grafana";
import { jsonWebhook } from "./json";
import { slackWebhook } from "./slack";

/** Every service with an incoming webhook. */
export const incomingWebhooks: readonly IncomingWebhook[] = [
  alertmanagerWebhook,
  githubWebhook,
  gitlabWebhook,
  grafanaWebhook,
  jsonWebhook,
  slackWebhook,
];
