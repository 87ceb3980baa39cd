import { type Either, left, right } from "fp-ts/Either";
import type { Anchor, MessagesWanted } from "../../../application/messages/message-page";
import { type ApiError, badRequest } from "../../../domain/errors";
import { anchor, date } from "./anchor";
import { messageIds } from "./naming";
import { narrow } from "./narrow";
import { type Decoded, optional, withDefault } from "./parameter";
import { bool, count, type WireType } from "./wire-type";

const mostMessages = 5000;

const anchorOrDate: WireType<Anchor | "date"> = {
  ...anchor,
  decode: (value, name) => (value === "date" ? right(value) : anchor.decode(value, name)),
};

/** What says which messages are asked for. */
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

const missing = (variable: string): ApiError => ({
  code: "REQUEST_VARIABLE_MISSING",
  message: `Missing '${variable}' argument`,
  variable,
});

/** Which messages a request is for: those around an anchor, or those that it names. */
export const wantedIn = (given: Decoded<typeof windowParameters>): Either<ApiError, MessagesWanted> => {
  const { num_before: before, num_after: after, message_ids: messageIds, narrow: terms } = given;
  if (messageIds !== undefined) {
    const isAlone = [given.anchor, before, after].every((one) => one === undefined);
    if (!isAlone || given.use_first_unread_anchor)
      return left(
        badRequest("Unsupported parameter combination: num_before, num_after, anchor, message_ids"),
      );
    return right({ messageIds, narrow: terms, anchor: 0, includeAnchor: true, before: 0, after: 0 });
  }
  if (before === undefined) return left(missing("num_before"));
  if (after === undefined) return left(missing("num_after"));
  const at = given.use_first_unread_anchor ? "first_unread" : given.anchor;
  if (at === undefined) return left(badRequest("Missing 'anchor' argument."));
  if (before + after > mostMessages)
    return left(badRequest(`Too many messages requested (maximum ${mostMessages}).`));
  const rest = { includeAnchor: given.include_anchor, before, after, narrow: terms };
  if (at !== "date") return right({ ...rest, anchor: at });
  return given.anchor_date === undefined
    ? left(missing("anchor_date"))
    : right({ ...rest, anchor: { time: given.anchor_date } });
};
