import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { ApiError } from "../../../../application/api-error";
import { receiveWebhook, type UnreadableRequest } from "../../../../application/webhooks/receive-webhook";
import { channelName } from "../../../zulip-wire/codecs/named-parameters";
import { missingParameter, optional, required } from "../../../zulip-wire/codecs/parameter";
import { json, rawText, text, upTo } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";
import { endpointNotFound, type HttpError, malformedJson, noEventHeader } from "../../reply/http-error";

/** The limit of the whole body. */
const longestReport = 5_000_000;
/** Far more than there are event types. */
const longestPatterns = 10_000;
const names = upTo(longestPatterns, json(t.array(t.string)));

const asHttpError = (error: ApiError | UnreadableRequest): HttpError => {
  if ("code" in error) return error;
  switch (error.kind) {
    case "unknown_integration":
      return endpointNotFound;
    case "malformed_document":
      return malformedJson;
    case "no_event_header":
      return noEventHeader(error.header);
  }
};

const receiveWebhookEndpoint = endpoint({
  method: "post",
  at: "/external/{integration}",
  caller: "webhook",
  summary: "Post another program's events, in that program's own format",
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
  run: (receiveWebhook, { caller, body, header }, input) => {
    const document = body ?? input.payload;
    if (document === undefined) return async () => E.left(missingParameter("payload"));
    return pipe(
      receiveWebhook(caller, {
        integration: input.integration,
        document,
        header,
        channel: input.stream,
        topic: input.topic,
        onlyEvents: input.only_events,
        excludedEvents: input.exclude_events,
        options: { branches: input.branches, name: input.name, desc: input.desc },
      }),
      TE.mapLeft(asHttpError),
      done,
    );
  },
});

export const incomingWebhookEndpoints = [receiveWebhookEndpoint];
