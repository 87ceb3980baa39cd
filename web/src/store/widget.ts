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

const voted = (choice: Choice, userId: number, isFor: boolean): Choice => {
  const others = choice.voters.filter((id) => id !== userId);
  return { ...choice, voters: isFor ? [...others, userId] : others };
};

const nextPoll = (poll: Poll, change: Change, senderId: number, authorId: number): Poll => {
  switch (change.type) {
    case "question":
      return senderId === authorId ? { ...poll, question: asText(change.question) } : poll;
    case "new_option": {
      const key = `${senderId},${change.idx}`;
      const text = asText(change.option);
      const isThere = poll.choices.some((one) => one.key === key || one.text === text);
      return isThere || text === ""
        ? poll
        : { ...poll, choices: [...poll.choices, { key, text, voters: [] }] };
    }
    case "vote":
      return {
        ...poll,
        choices: poll.choices.map((one) =>
          one.key === change.key ? voted(one, senderId, change.vote === 1) : one,
        ),
      };
    default:
      return poll;
  }
};

const nextTodo = (todo: Todo, change: Change, senderId: number, authorId: number): Todo => {
  switch (change.type) {
    case "new_task_list_title":
      return senderId === authorId ? { ...todo, title: asText(change.title) } : todo;
    case "new_task": {
      const key = `${change.key},${senderId}`;
      const text = asText(change.task);
      const isThere = todo.tasks.some((one) => one.key === key || one.text === text);
      const task = { key, text, about: asText(change.desc), isDone: change.completed === true };
      return isThere || text === "" ? todo : { ...todo, tasks: [...todo.tasks, task] };
    }
    case "strike":
      return {
        ...todo,
        tasks: todo.tasks.map((one) => (one.key === change.key ? { ...one, isDone: !one.isDone } : one)),
      };
    default:
      return todo;
  }
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
  return (
    widget &&
    changes.reduce<Widget>((before, change) => {
      const by = change.sender_id;
      return before.kind === "poll"
        ? nextPoll(before, parsed(change), by, authorId)
        : nextTodo(before, parsed(change), by, authorId);
    }, widget)
  );
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
