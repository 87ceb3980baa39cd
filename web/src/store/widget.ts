import type { Message, Submessage } from "../wire/wire";

/** An option of a poll. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly voters: readonly number[];
}

interface Task {
  readonly key: string;
  readonly text: string;
  readonly about: string;
  readonly isDone: boolean;
}

export type Widget =
  | { readonly kind: "poll"; readonly question: string; readonly choices: readonly Choice[] }
  | { readonly kind: "todo"; readonly title: string; readonly tasks: readonly Task[] };

type Change = Readonly<Record<string, unknown>>;
type Poll = Extract<Widget, { kind: "poll" }>;
type Todo = Extract<Widget, { kind: "todo" }>;

const asObject = (value: unknown): Change =>
  typeof value === "object" && value !== null ? (value as Change) : {};
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === "string" ? value : "");

const parsed = ({ content }: Submessage): Change => {
  try {
    return asObject(JSON.parse(content));
  } catch {
    return {};
  }
};

/** Options or tasks by key, while changes are applied to them: there may be thousands of both. */
interface Lines<Line> {
  readonly byKey: Map<string, Line>;
  readonly texts: Set<string>;
}

const linesOf = <Line extends { readonly key: string; readonly text: string }>(
  list: readonly Line[],
): Lines<Line> => ({
  byKey: new Map(list.map((one) => [one.key, one])),
  texts: new Set(list.map(({ text }) => text)),
});

const addLine = <Line extends { readonly key: string; readonly text: string }>(
  { byKey, texts }: Lines<Line>,
  line: Line,
): void => {
  if (line.text === "" || byKey.has(line.key) || texts.has(line.text)) return;
  byKey.set(line.key, line);
  texts.add(line.text);
};

interface Applied {
  readonly change: Change;
  readonly senderId: number;
  readonly isAuthor: boolean;
}

const applyToPoll = (poll: Poll, applied: readonly Applied[]): Poll => {
  let { question } = poll;
  const lines = linesOf(poll.choices.map((one) => ({ ...one, voters: new Set(one.voters) })));
  for (const { change, senderId, isAuthor } of applied)
    switch (change.type) {
      case "question":
        if (isAuthor) question = asText(change.question);
        break;
      case "new_option":
        addLine(lines, { key: `${senderId},${change.idx}`, text: asText(change.option), voters: new Set() });
        break;
      case "vote": {
        const voters = lines.byKey.get(String(change.key))?.voters;
        voters?.delete(senderId);
        if (change.vote === 1) voters?.add(senderId);
      }
    }
  const choices = [...lines.byKey.values()].map((one) => ({ ...one, voters: [...one.voters] }));
  return { ...poll, question, choices };
};

const applyToTodo = (todo: Todo, applied: readonly Applied[]): Todo => {
  let { title } = todo;
  const lines = linesOf(todo.tasks);
  for (const { change, senderId, isAuthor } of applied)
    switch (change.type) {
      case "new_task_list_title":
        if (isAuthor) title = asText(change.title);
        break;
      case "new_task":
        addLine(lines, {
          key: `${change.key},${senderId}`,
          text: asText(change.task),
          about: asText(change.desc),
          isDone: change.completed === true,
        });
        break;
      case "strike": {
        const task = lines.byKey.get(String(change.key));
        if (task) lines.byKey.set(task.key, { ...task, isDone: !task.isDone });
      }
    }
  return { ...todo, title, tasks: [...lines.byKey.values()] };
};

const initialWidget = (first: Submessage): Widget | undefined => {
  const { widget_type: type, extra_data: extra } = parsed(first);
  const data = asObject(extra);
  if (type === "poll")
    return {
      kind: "poll",
      question: asText(data.question),
      choices: asList(data.options).map((text, index) => ({
        key: `canned,${index}`,
        text: asText(text),
        voters: [],
      })),
    };
  if (type !== "todo") return undefined;
  return {
    kind: "todo",
    title: asText(data.task_list_title),
    tasks: asList(data.tasks).map((task, index) => ({
      key: `${index},canned`,
      text: asText(asObject(task).task),
      about: asText(asObject(task).desc),
      isDone: false,
    })),
  };
};

/** The poll or to-do list in a message, with all votes and changes applied; undefined for plain messages. */
export const widgetOf = ({ submessages = [], sender_id: authorId }: Message): Widget | undefined => {
  const [first, ...changes] = submessages
    .filter(({ msg_type }) => msg_type === "widget")
    .toSorted((a, b) => a.id - b.id);
  const widget = first && initialWidget(first);
  const applied = changes.map((one) => ({
    change: parsed(one),
    senderId: one.sender_id,
    isAuthor: one.sender_id === authorId,
  }));
  if (widget === undefined) return undefined;
  return widget.kind === "poll" ? applyToPoll(widget, applied) : applyToTodo(widget, applied);
};

/** The next free index for an option or task that a user adds. */
export const nextIndex = (widget: Widget, userId: number): number => {
  const keys = widget.kind === "poll" ? widget.choices : widget.tasks;
  const indexes = keys.flatMap(({ key }) => {
    const [first = "", second = ""] = key.split(",");
    const [index, owner] = widget.kind === "poll" ? [second, first] : [first, second];
    return owner === String(userId) ? [Number(index)] : [];
  });
  return Math.max(-1, ...indexes) + 1;
};
