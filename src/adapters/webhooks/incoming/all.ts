import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { alertmanagerWebhook } from "./alertmanager";
import { bounded } from "./bounded";
import { githubWebhook } from "./github";
import { gitlabWebhook } from "./gitlab";
import { grafanaWebhook } from "./grafana";
import { jsonWebhook } from "./json";
import { slackWebhook } from "./slack";

/** Every service with an incoming webhook. */
export const incomingWebhooks: readonly IncomingWebhook[] = [
  bounded(alertmanagerWebhook),
  bounded(githubWebhook),
  bounded(gitlabWebhook),
  bounded(grafanaWebhook),
  jsonWebhook,
  bounded(slackWebhook),
];
