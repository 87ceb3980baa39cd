import { type Either, left, right } from "fp-ts/Either";
import {
  aBoolean,
  aString,
  dictOf,
  dictWith,
  integerBetween,
  isDict,
  listOf,
  oneOfIntegers,
  type Shape,
} from "./shape";
import type { Widget } from "./widget";

const choices = dictWith({
  heading: aString,
  choices: listOf(dictWith({ short_name: aString, long_name: aString, reply: aString })),
});

/** A widget that a sender gives with a message. Senders give only forms: polls and lists are said. */
export const checkWidgetData = (given: unknown): Either<string, Widget> => {
  if (!isDict(given)) return left("widget_content is not a dict");
  if (!Object.hasOwn(given, "widget_type")) return left("widget_type is not in widget_content");
  if (!Object.hasOwn(given, "extra_data")) return left("extra_data is not in widget_content");
  const { widget_type: type, extra_data: data } = given;
  if (!isDict(data)) return left("extra_data is not a dict");
  if (type !== "zform") return left(`unknown widget type: ${type}`);
  if (!Object.hasOwn(data, "type")) return left("zform is missing type field");
  if (data.type !== "choices") return left(`unknown zform type: ${data.type}`);
  const problem = choices(data, "extra_data");
  return problem === undefined ? right({ type, data }) : left(problem);
};

/** As many things of its own as one client adds to a widget. */
const index = integerBetween(0, 1000);
const type = aString;

/** What may be attached to a widget: by the type of the change, its shape, and what tells others than the author. */
type Changes = Readonly<Record<string, { readonly shape: Shape; readonly onlyAuthor?: string }>>;

const pollChanges: Changes = {
  vote: { shape: dictOf({ type, key: aString, vote: oneOfIntegers(1, -1) }) },
  question: {
    shape: dictOf({ type, question: aString }),
    onlyAuthor: "You can't edit a question unless you are the author.",
  },
  new_option: { shape: dictOf({ type, option: aString, idx: index }) },
};

const todoChanges: Changes = {
  new_task: { shape: dictOf({ type, key: index, task: aString, desc: aString, completed: aBoolean }) },
  strike: { shape: dictOf({ type, key: aString }) },
  new_task_list_title: {
    shape: dictOf({ type, title: aString }),
    onlyAuthor: "You can't edit the task list title unless you are the author.",
  },
};

const changesOf: Readonly<Record<string, Changes>> = { poll: pollChanges, todo: todoChanges };

/** What is wrong with something that is to be attached to a widget; undefined for nothing. */
export const changeProblem = (
  widgetType: string | undefined,
  change: unknown,
  isAuthor: boolean,
): string | undefined => {
  if (widgetType === undefined || !Object.hasOwn(changesOf, widgetType)) return undefined;
  const name = `${widgetType} data`;
  const problem = dictWith({ type })(change, name);
  if (problem !== undefined || !isDict(change)) return problem;
  const wanted = String(change.type);
  const known = Object.hasOwn(changesOf[widgetType] ?? {}, wanted)
    ? changesOf[widgetType]?.[wanted]
    : undefined;
  if (known === undefined) return `Unknown type for ${name}: ${wanted}`;
  return known.onlyAuthor !== undefined && !isAuthor ? known.onlyAuthor : known.shape(change, name);
};
