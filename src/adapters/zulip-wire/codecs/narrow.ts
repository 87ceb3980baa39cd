import * as t from "io-ts";
import type { NarrowInput } from "../../../application/messages/shared/resolve-narrow";
import { topicOf } from "./message-destination";
import { names, naming } from "./named-parameters";
import { integer } from "./whole-numbers";
import { json, mapped, type WireType } from "./wire-type";

const operand = t.union([t.string, integer, t.boolean, t.array(t.union([t.string, integer]))]);
const term = t.intersection([
  t.type({ operator: t.string, operand }),
  t.partial({ negated: t.union([t.boolean, t.null, t.undefined]) }),
]);
/** The oldest form: operator and operand in a list, with a minus for negation. */
const pair = t.tuple([t.string, t.string]);
type Wire = t.TypeOf<typeof term> | t.TypeOf<typeof pair>;

const by = (operator: string) => (operand: string | number) => JSON.stringify([{ operator, operand }]);

/** A narrow, in the current form or the oldest one. API §4.9. */
export const narrow: WireType<readonly NarrowInput[]> = naming(
  mapped(json(t.array(t.union([term, pair]))), (terms) => terms.map(toInput)),
  names.channel(by("channel")),
  names.channelName(by("channel")),
  ...["sender", "dm", "dm-including"].flatMap((operator) => [
    names.user(by(operator)),
    names.userAddress(by(operator)),
  ]),
  names.message(by("id")),
  names.message(by("near")),
  names.message(by("with")),
);

const toInput = (wire: Wire): NarrowInput => {
  if (!Array.isArray(wire)) return inputOf(wire.operator, wire.operand, wire.negated ?? false);
  const [operator, value] = wire;
  return inputOf(operator.replace(/^-/, ""), value, operator.startsWith("-"));
};

/** Older names of operators. */
const olderNames: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  subject: "topic",
  from: "sender",
  "pm-with": "dm",
  pm_with: "dm",
};

const inputOf = (name: string, operand: NarrowInput["operand"], negated: boolean): NarrowInput => {
  const operator = (Object.hasOwn(olderNames, name) && olderNames[name]) || name;
  const isTopic = operator === "topic" && typeof operand === "string";
  return { operator, operand: isTopic ? topicOf(operand) : operand, negated };
};
