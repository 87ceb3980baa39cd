import { nextIndex, type Widget, widgetOf } from "../../web/src/store/widget";
import type { Message } from "../../web/src/wire/wire";

const ana = 5;
const ben = 6;

const begun = (type: string, data: object) => ({ widget_type: type, extra_data: data });

/** A message by Ana with its attached submessages and their senders, in order. */
const messageWith = (...attached: readonly (readonly [number, unknown])[]): Message =>
  ({
    id: 1,
    sender_id: ana,
    content: "",
    submessages: attached.map(([sender_id, content], index) => ({
      id: index + 1,
      sender_id,
      msg_type: "widget",
      content: typeof content === "string" ? content : JSON.stringify(content),
    })),
  }) as unknown as Message;

const lunch = begun("poll", { question: "Lunch?", options: ["soup", "rice"] });
const vote = (key: string, by: 1 | -1) => ({ type: "vote", key, vote: by });
const chores = begun("todo", { task_list_title: "Chores", tasks: [{ task: "sweep", desc: "the yard" }] });

const summary = (widget: Widget | undefined): unknown =>
  widget?.kind === "poll"
    ? [widget.question, ...widget.choices.map(({ text, voters }) => `${text}: ${voters.join()}`)]
    : [widget?.title, ...(widget?.tasks.map(({ text, isDone }) => `${text}${isDone ? " ✓" : ""}`) ?? [])];

test("each person's vote counts once and can be withdrawn", () => {
  const message = messageWith(
    [ana, lunch],
    [ana, vote("canned,0", 1)],
    [ben, vote("canned,0", 1)],
    [ben, vote("canned,0", 1)],
    [ana, vote("canned,0", -1)],
    [ana, vote("canned,1", 1)],
    [ana, vote("canned,9", 1)],
  );
  expect(summary(widgetOf(message))).toEqual(["Lunch?", "soup: 6", "rice: 5"]);
});

test("anyone can add an option, only the author can change the question", () => {
  const message = messageWith(
    [ana, lunch],
    [ben, { type: "new_option", idx: 0, option: "stew" }],
    [ben, { type: "new_option", idx: 1, option: "soup" }],
    [ben, vote(`${ben},0`, 1)],
    [ben, { type: "question", question: "Dinner?" }],
    [ana, { type: "question", question: "Lunch on Friday?" }],
  );
  const widget = widgetOf(message);
  expect(summary(widget)).toEqual(["Lunch on Friday?", "soup: ", "rice: ", "stew: 6"]);
  expect(widget && [nextIndex(widget, ben), nextIndex(widget, ana)]).toEqual([1, 0]);
});

test("tasks can be added, finished and reopened", () => {
  const message = messageWith(
    [ana, chores],
    [ben, { type: "new_task", key: 0, task: "wash", desc: "", completed: false }],
    [ana, { type: "strike", key: "0,canned" }],
    [ana, { type: "strike", key: `0,${ben}` }],
    [ben, { type: "strike", key: `0,${ben}` }],
  );
  const widget = widgetOf(message);
  expect(summary(widget)).toEqual(["Chores", "sweep ✓", "wash"]);
  expect(widget && nextIndex(widget, ben)).toBe(1);
});

test.each<[string, readonly (readonly [number, unknown])[]]>([
  ["nothing is attached", []],
  ["what is attached is no JSON", [[ana, "{"]]],
  ["it is of another kind", [[ana, begun("zform", {})]]],
  ["it is no object", [[ana, "7"]]],
])("a message is plain where %s", (_case, attached) => {
  expect(widgetOf(messageWith(...attached))).toBeUndefined();
});

test("invalid events don't change a poll", () => {
  const message = messageWith(
    [ana, lunch],
    [ben, "null"],
    [ben, { type: "vote" }],
    [ben, { type: "new_option", idx: 0, option: 7 }],
    [ben, { type: "strike", key: "canned,0" }],
  );
  expect(summary(widgetOf(message))).toEqual(["Lunch?", "soup: ", "rice: "]);
});
