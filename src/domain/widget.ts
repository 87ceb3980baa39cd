import { isDict } from "./shape";
import type { Submessage } from "./submessage";

/** What a message is besides its text: something that people use together. */
export interface Widget {
  readonly type: string;
  /** What it begins with, as its clients know it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The kind of the submessage that a widget begins with. */
export const widgetKind = "widget";

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The rest of the first line, and what is in the others, without the signs of a list before it. */
const parts = (text: string): { readonly title: string; readonly items: readonly string[] } => {
  const [first = "", ...lines] = text.split(lineEnd);
  const items = lines.map((line) => line.trim().replace(/^[-*]?\s*/, "")).filter((item) => item !== "");
  return { title: first.trim(), items };
};

const beginnings: Readonly<Record<string, (text: string) => Widget["data"]>> = {
  "/poll": (text) => {
    const { title, items } = parts(text);
    return { question: title, options: items };
  },
  "/todo": (text) => {
    const { title, items } = parts(text);
    return { task_list_title: title, tasks: items.map(taskIn) };
  },
};

/** A task and, after the first colon with a space, more about it. */
const taskIn = (item: string): object => {
  const colon = item.indexOf(": ");
  return colon === -1
    ? { task: item.trim(), desc: "" }
    : { task: item.slice(0, colon).trim(), desc: item.slice(colon + 2).trim() };
};

/** The poll or the list of tasks that a message with this content begins. */
export const widgetIn = (content: string): Widget | undefined => {
  const command = /^\S*/.exec(content)?.[0] ?? "";
  const begin = Object.hasOwn(beginnings, command) ? beginnings[command] : undefined;
  return begin && { type: command.slice(1), data: begin(content.slice(command.length)) };
};

/** The content of the submessage that a widget begins with. */
export const widgetContent = ({ type, data }: Widget): string =>
  JSON.stringify({ widget_type: type, extra_data: data });

/** What a message is by the first that was attached to it; undefined for plain ones. */
export const widgetTypeOf = (submessages: readonly Submessage[]): string | undefined => {
  const first = submessages.find(({ kind }) => kind === widgetKind);
  if (first === undefined) return undefined;
  const parsed: unknown = JSON.parse(first.content);
  const type = isDict(parsed) ? parsed.widget_type : undefined;
  return typeof type === "string" ? type : undefined;
};
