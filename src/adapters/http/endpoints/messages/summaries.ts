import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { summarizeMessages } from "../../../../application/messages/summarize-messages";
import { narrow } from "../../../zulip-wire/codecs/narrow";
import { withDefault } from "../../../zulip-wire/codecs/parameter";
import { endpoint } from "../../declaration/endpoint";

const summarizeEndpoint = endpoint({
  method: "get",
  at: "/messages/summary",
  caller: "user",
  forPeopleOnly: true,
  cost: "outgoing",
  summary: "Summarize the newest messages of a narrow as HTML, if the server has a language model",
  path: {},
  params: { narrow: withDefault(narrow, []) },
  response: { summary: { type: "string" } },
  use: summarizeMessages,
  run: (summarizeMessages, { caller }, input) =>
    pipe(
      summarizeMessages(caller, input.narrow),
      TE.map((summary) => ({ summary })),
    ),
});

export const summaryEndpoints = [summarizeEndpoint];
