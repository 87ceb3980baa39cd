import * as E from "fp-ts/Either";
import { type Anchor, beyondNewest } from "../../../application/messages/shared/message-page";
import type { MessageId } from "../../../domain/ids";
import { type WireType, wireType } from "./wire-type";

/** Clamps an id: larger than any id means the newest message, negative means the oldest. */
const toId = (digits: string): MessageId => Math.max(0, Math.min(Number(digits), beyondNewest));

/** An anchor: a message id, or a word for one. */
export const anchor: WireType<Anchor> = wireType(
  {
    schema: { oneOf: [{ type: "string", enum: ["newest", "oldest", "first_unread"] }, { type: "integer" }] },
    isJson: false,
    longest: 1000,
  },
  (value) => {
    if (value === "newest" || value === "oldest" || value === "first_unread") return E.right(value);
    return /^-?\d+$/.test(value) ? E.right(toId(value)) : E.left("Invalid anchor");
  },
);

/** An ISO 8601 time, in Unix seconds. Without a zone it is UTC. */
export const date = wireType(
  { schema: { type: "string", format: "date-time" }, isJson: false, longest: 1000 },
  (value, name) => {
    const isDate = /^\d{4}-\d{2}-\d{2}([T ][\d:.]+)?(Z|[+-]\d{2}:?\d{2})?$/.test(value);
    const zoned = /Z|[+-]\d{2}:?\d{2}$/.test(value.slice(10))
      ? value
      : `${value}${value.length > 10 ? "Z" : ""}`;
    const time = isDate ? Date.parse(zoned) : Number.NaN;
    return Number.isNaN(time) ? E.left(`Invalid ${name}`) : E.right(Math.floor(time / 1000));
  },
);
