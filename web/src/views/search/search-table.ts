import { type FixedOperand, fixedOperands } from "../../../../src/domain/narrow/operands";
import type { NarrowOperator } from "../../../../src/domain/narrow/operators";
import type { App } from "../../app/app";
import { searchWords } from "../../words/en-search";

type Fixed = keyof typeof fixedOperands;
/** A filter as people type it; one that ends with a colon needs an operand. */
export type SearchFilter =
  | { [Operator in Fixed]: `${Operator}:${FixedOperand<Operator>}` }[Fixed]
  | `${Exclude<NarrowOperator, Fixed>}:`;

const all = <Operator extends Fixed>(operator: Operator) =>
  fixedOperands[operator].map((operand) => `${operator}:${operand}` as SearchFilter);

const { groups, operands } = searchWords;

/** Everything that a search can ask for, most wanted first. */
export const searchTable: readonly (readonly [title: string, filters: readonly SearchFilter[]])[] = [
  [groups.state, all("is")],
  [groups.content, all("has")],
  [groups.place, ["channel:", "topic:", "dm:", "dm-including:", ...all("channels"), ...all("in")]],
  [groups.person, ["sender:", "mentions:"]],
  [groups.message, ["near:", "id:"]],
];

/** What a filter finds. */
export const aboutFilter: Readonly<Record<SearchFilter, string>> = searchWords.about;

/** What to write after the colon of a filter. */
export const operandOf: Readonly<Partial<Record<SearchFilter, string>>> = {
  "channel:": operands.name,
  "topic:": operands.name,
  "dm:": operands.person,
  "dm-including:": operands.person,
  "sender:": operands.person,
  "mentions:": operands.person,
  "near:": operands.number,
  "id:": operands.number,
};

/** Whether somebody can ask for it. Spectators have no messages of their own. */
export const isOffered = ({ isSpectator }: App, filter: SearchFilter): boolean =>
  !isSpectator || !/^(?:is|dm|dm-including|mentions|in):/.test(filter);
