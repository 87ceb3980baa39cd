import { map } from "fp-ts/TaskEither";
import { summarizeMessages } from "../../../application/messages/summarize-messages";
import { narrow } from "../codecs/narrow";
import { withDefault } from "../codecs/parameter";
import { endpoint } from "../endpoint";

const summarizeEndpoint = endpoint({
  method: "get",
  at: "/messages/summary",
  caller: "user",
  forPeopleOnly: true,
  cost: "outgoing",
  summary:
    "A summary, in HTML, of the newest messages of a narrow, where the server has a model that writes one",
  path: {},
  params: { narrow: withDefault(narrow, []) },
  response: { summary: { type: "string" } },
  use: summarizeMessages,
  run: (summarizeMessages, { caller }, given) =>
    map((summary: string) => ({ summary }))(summarizeMessages(caller, given.narrow)),
});

export const summaryEndpoints = [summarizeEndpoint];
