import { isDict } from "../codec/dict";

/** An interactive part of a message, such as a poll. */
export interface Widget {
  readonly type: string;
  /** Initial data, in the form clients use. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The kind of submessage that starts a widget. */
export const widgetKind = "widget";

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The rest of the command's line is the title; the other lines are items, without list markers. */
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

/** A task, with an optional description after the first colon and space. */
const taskIn = (item: string): object => {
  const colon = item.indexOf(": ");
  return colon === -1
    ? { task: item.trim(), desc: "" }
    : { task: item.slice(0, colon).trim(), desc: item.slice(colon + 2).trim() };
};

/** The widget that this content starts with `/poll` or `/todo`, if any. */
export const widgetIn = (content: string): Widget | undefined => {
  const command = /^\S*/.exec(content)?.[0] ?? "";
  const begin = Object.hasOwn(beginnings, command) ? beginnings[command] : undefined;
  return begin && { type: command.slice(1), data: begin(content.slice(command.length)) };
};

/** The content of the submessage that starts a widget. */
export const widgetContent = ({ type, data }: Widget): string =>
  JSON.stringify({ widget_type: type, extra_data: data });

/** The type of the widget that a submessage with this content starts, if it starts one. */
export const widgetTypeOf = (content: string | undefined): string | undefined => {
  if (content === undefined) return undefined;
  const parsed: unknown = JSON.parse(content);
  const type = isDict(parsed) ? parsed.widget_type : undefined;
  return typeof type === "string" ? type : undefined;
};
