import { left, right } from "fp-ts/Either";
import { type Anchor, beyondNewest } from "../../../application/messages/message-page";
import type { WireType } from "./wire-type";

/** An id beyond all others is as good as the newest, one below all as the oldest. */
const toId = (digits: string): number => Math.max(0, Math.min(Number(digits), beyondNewest));

/** A message id, or a word for one. */
export const anchor: WireType<Anchor> = {
  decode: (value) =>
    value === "newest" || value === "oldest" || value === "first_unread"
      ? right(value)
      : /^-?\d+$/.test(value)
        ? right(toId(value))
        : left("Invalid anchor"),
  schema: { oneOf: [{ type: "string", enum: ["newest", "oldest", "first_unread"] }, { type: "integer" }] },
  isJson: false,
  longest: 1000,
};

/** A time as ISO 8601 has it, in Unix seconds; UTC where no zone is named. */
export const date: WireType<number> = {
  decode: (value, name) => {
    const isDate = /^\d{4}-\d{2}-\d{2}([T ][\d:.]+)?(Z|[+-]\d{2}:?\d{2})?$/.test(value);
    const zoned = /Z|[+-]\d{2}:?\d{2}$/.test(value.slice(10))
      ? value
      : `${value}${value.length > 10 ? "Z" : ""}`;
    const time = isDate ? Date.parse(zoned) : Number.NaN;
    return Number.isNaN(time) ? left(`Invalid ${name}`) : right(Math.floor(time / 1000));
  },
  schema: { type: "string", format: "date-time" },
  isJson: false,
  longest: 1000,
};
