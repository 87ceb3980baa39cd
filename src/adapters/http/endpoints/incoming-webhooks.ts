import { left } from "fp-ts/Either";
import * as t from "io-ts";
import { receiveWebhook } from "../../../application/webhooks/receive-webhook";
import { channelName } from "../codecs/naming";
import { optional, required } from "../codecs/parameter";
import { json, rawText, text, upTo } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

/** As long as the whole body may be. */
const longestReport = 5_000_000;
const names = json(t.array(t.string));

const receiveWebhookEndpoint = endpoint({
  method: "post",
  at: "/external/{integration}",
  caller: "webhook",
  summary: "Tell people what another program reports, in that program's own form",
  path: { integration: required(text) },
  params: {
    api_key: required(text),
    stream: optional(channelName),
    topic: optional(rawText),
    only_events: optional(names),
    exclude_events: optional(names),
    branches: optional(text),
    name: optional(text),
    desc: optional(text),
    payload: optional(upTo(longestReport, rawText)),
  },
  response: {},
  use: receiveWebhook,
  run: (receiveWebhook, { caller, body, header }, given) => {
    const document = body ?? given.payload;
    if (document === undefined) {
      const message = "Missing 'payload' argument";
      return async () => left({ code: "REQUEST_VARIABLE_MISSING", message, variable: "payload" });
    }
    return done(
      receiveWebhook(caller, {
        integration: given.integration,
        document,
        header,
        channel: given.stream,
        topic: given.topic,
        onlyEvents: given.only_events,
        excludedEvents: given.exclude_events,
        options: { branches: given.branches, name: given.name, desc: given.desc },
      }),
    );
  },
});

export const incomingWebhookEndpoints = [receiveWebhookEndpoint];
