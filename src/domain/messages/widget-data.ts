import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import { isDict } from "../codec/dict";
import { jsonProblem } from "../codec/json-problem";
import { WholeNumber } from "../codec/whole-number";
import type { Widget } from "./widget";

const choices = t.type({
  heading: t.string,
  choices: t.array(t.type({ short_name: t.string, long_name: t.string, reply: t.string })),
});

/** The problem that a decoder finds in a value; undefined for a valid one. */
const problemOf = (type: t.Mixed, value: unknown, name: string): string | undefined =>
  pipe(
    type.decode(value),
    E.matchW(
      (errors) => jsonProblem(errors, name, (_where, holder, key) => `${key} key is missing from ${holder}`),
      () => undefined,
    ),
  );

/**
 * Checks a widget that a client sends with a message. Only forms (`zform`) can be sent; polls and to-do lists start
 * from the message content.
 */
export const checkWidgetData = (input: unknown): E.Either<string, Widget> => {
  if (!isDict(input)) return E.left("widget_content is not a dict");
  if (!Object.hasOwn(input, "widget_type")) return E.left("widget_type is not in widget_content");
  if (!Object.hasOwn(input, "extra_data")) return E.left("extra_data is not in widget_content");
  const { widget_type: type, extra_data: data } = input;
  if (!isDict(data)) return E.left("extra_data is not a dict");
  if (type !== "zform") return E.left(`unknown widget type: ${type}`);
  if (!Object.hasOwn(data, "type")) return E.left("zform is missing type field");
  if (data.type !== "choices") return E.left(`unknown zform type: ${data.type}`);
  const problem = problemOf(choices, data, "extra_data");
  return problem === undefined ? E.right({ type, data }) : E.left(problem);
};

/** Index of an item a client adds to a widget; this limits the number of items. */
const index = new WholeNumber(0, 1000);
const type = t.string;

/** 1 for a vote, -1 to take it back. */
const vote = new t.Type<1 | -1>(
  "vote",
  (value): value is 1 | -1 => value === 1 || value === -1,
  (value, context) => {
    if (value === 1 || value === -1) return t.success(value);
    return Number.isSafeInteger(value)
      ? t.failure(value, context)
      : t.failure(value, context, "is not an integer");
  },
  t.identity,
);

/** One type of change: its fields, and the error for changes only the author may make. */
interface Change {
  readonly fields: t.Props;
  readonly onlyAuthor?: string;
}
type Changes = Readonly<Record<string, Change>>;

const pollChanges: Changes = {
  vote: { fields: { type, key: t.string, vote } },
  question: {
    fields: { type, question: t.string },
    onlyAuthor: "You can't edit a question unless you are the author.",
  },
  new_option: { fields: { type, option: t.string, idx: index } },
};

const todoChanges: Changes = {
  new_task: { fields: { type, key: index, task: t.string, desc: t.string, completed: t.boolean } },
  strike: { fields: { type, key: t.string } },
  new_task_list_title: {
    fields: { type, title: t.string },
    onlyAuthor: "You can't edit the task list title unless you are the author.",
  },
};

const changesOf: Readonly<Record<string, Changes>> = { poll: pollChanges, todo: todoChanges };

/** The problem with a change to a widget; undefined if it is valid. */
export const changeProblem = (
  widgetType: string | undefined,
  change: unknown,
  isAuthor: boolean,
): string | undefined => {
  if (widgetType === undefined || !Object.hasOwn(changesOf, widgetType)) return undefined;
  const name = `${widgetType} data`;
  const problem = problemOf(t.type({ type }), change, name);
  if (problem !== undefined || !isDict(change)) return problem;
  const changeType = String(change.type);
  const known = Object.hasOwn(changesOf[widgetType] ?? {}, changeType)
    ? changesOf[widgetType]?.[changeType]
    : undefined;
  if (known === undefined) return `Unknown type for ${name}: ${changeType}`;
  if (known.onlyAuthor !== undefined && !isAuthor) return known.onlyAuthor;
  const others = Object.keys(change).filter((key) => !Object.hasOwn(known.fields, key));
  return (
    problemOf(t.type(known.fields), change, name) ??
    (others.length > 0 ? `Unexpected arguments: ${others.join(", ")}` : undefined)
  );
};
