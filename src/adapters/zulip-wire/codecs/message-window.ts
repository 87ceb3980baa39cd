import * as E from "fp-ts/Either";
import type { MessagePageRequest } from "../../../application/messages/shared/message-page";
import { type MalformedRequest, malformedRequest } from "../malformed-request";
import { anchor, date } from "./anchor";
import { messageIds } from "./named-parameters";
import { narrow } from "./narrow";
import { type Decoded, missingParameter, optional, type ParameterRefusal, withDefault } from "./parameter";
import { bool, count, orKeyword } from "./wire-type";

const maxMessages = 5000;

const anchorOrDate = orKeyword(anchor, { date: "date" as const });

/** Parameters that select messages. */
export const windowParameters = {
  anchor: optional(anchorOrDate),
  anchor_date: optional(date),
  message_ids: optional(messageIds),
  use_first_unread_anchor: withDefault(bool, false),
  include_anchor: withDefault(bool, true),
  num_before: optional(count),
  num_after: optional(count),
  narrow: withDefault(narrow, []),
};

const namedAndAround = malformedRequest(
  "Unsupported parameter combination: num_before, num_after, anchor, message_ids",
);
const missingAnchor = malformedRequest("Missing 'anchor' argument.");
const tooManyMessages = malformedRequest(`Too many messages requested (maximum ${maxMessages}).`);

/** Decodes which messages a request selects: those around an anchor, or those it names. */
export const pageRequestIn = (
  input: Decoded<typeof windowParameters>,
): E.Either<MalformedRequest | ParameterRefusal, MessagePageRequest> => {
  const { num_before: before, num_after: after, message_ids: messageIds, narrow: terms } = input;
  if (messageIds !== undefined) {
    const isAlone = [input.anchor, before, after].every((one) => one === undefined);
    if (!isAlone || input.use_first_unread_anchor) return E.left(namedAndAround);
    return E.right({ messageIds, narrow: terms, anchor: 0, includeAnchor: true, before: 0, after: 0 });
  }
  if (before === undefined) return E.left(missingParameter("num_before"));
  if (after === undefined) return E.left(missingParameter("num_after"));
  const at = input.use_first_unread_anchor ? "first_unread" : input.anchor;
  if (at === undefined) return E.left(missingAnchor);
  if (before + after > maxMessages) return E.left(tooManyMessages);
  const page = { includeAnchor: input.include_anchor, before, after, narrow: terms };
  if (at !== "date") return E.right({ ...page, anchor: at });
  return input.anchor_date === undefined
    ? E.left(missingParameter("anchor_date"))
    : E.right({ ...page, anchor: { time: input.anchor_date } });
};
