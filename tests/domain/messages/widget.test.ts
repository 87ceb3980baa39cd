import * as E from "fp-ts/Either";
import { widgetContent, widgetIn, widgetTypeOf } from "../../../src/domain/messages/widget";
import { changeProblem, checkWidgetData } from "../../../src/domain/messages/widget-data";

const poll = (question: string, ...options: readonly string[]) => ({
  type: "poll",
  data: { question, options },
});
const todo = (title: string, ...tasks: readonly (readonly [string, string])[]) => ({
  type: "todo",
  data: { task_list_title: title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
});

test.each<[string, object | undefined]>([
  ["/poll Lunch?", poll("Lunch?")],
  ["/poll", poll("")],
  ["/poll  Where?  \n\nRed\nGreen  \n\n   Blue\n - Yellow\n* Pink\n-\n--x", poll("Where?", "Red", "Green", "Blue", "Yellow", "Pink", "-x")], // biome-ignore format: a table
  ["/poll\nA\r\nB", poll("", "A", "B")],
  ["/poll\u00a0Q", poll("Q")],
  ["/todo", todo("")],
  ["/todo Today\n- buy: milk: two\n walk :home\n*  : x", todo("Today", ["buy", "milk: two"], ["walk :home", ""], ["", "x"])], // biome-ignore format: a table
  ["/todo\none", todo("", ["one", ""])],
  ["", undefined],
  [" /poll Q", undefined],
  ["/polls Q", undefined],
  ["/Poll Q", undefined],
  ["/zform", undefined],
  ["/toString x", undefined],
  ["use /poll", undefined],
  ["/me shrugs", undefined],
])("%j", (content, widget) => {
  expect(widgetIn(content)).toEqual(widget);
});

test.each([
  [widgetContent({ type: "poll", data: {} }), "poll"],
  ["{}", undefined],
  ['{"widget_type":1}', undefined],
  ["null", undefined],
  [undefined, undefined],
])("a submessage with the content %s starts a widget of the type %s", (content, type) => {
  expect(widgetTypeOf(content)).toBe(type);
});

const zform = (data: object) => ({ widget_type: "zform", extra_data: data });
const choice = { short_name: "A", long_name: "first", reply: "a" };
const form = zform({ type: "choices", heading: "Pick", choices: [choice] });

test("a form of choices is a widget, and may have additional fields", () => {
  expect(checkWidgetData(form)).toEqual(E.right({ type: "zform", data: form.extra_data }));
  const more = zform({ type: "choices", heading: "", choices: [{ ...choice, more: 1 }], more: 2 });
  expect(checkWidgetData(more)).toMatchObject({ _tag: "Right" });
});

test.each<[unknown, string]>([
  [5, "widget_content is not a dict"],
  [[], "widget_content is not a dict"],
  [null, "widget_content is not a dict"],
  [{}, "widget_type is not in widget_content"],
  [{ widget_type: "whatever" }, "extra_data is not in widget_content"],
  [{ widget_type: "zform", extra_data: 4 }, "extra_data is not a dict"],
  [{ widget_type: "bogus", extra_data: {} }, "unknown widget type: bogus"],
  [{ widget_type: "poll", extra_data: {} }, "unknown widget type: poll"],
  [zform({}), "zform is missing type field"],
  [zform({ type: "bogus" }), "unknown zform type: bogus"],
  [zform({ type: "choices" }), "heading key is missing from extra_data"],
  [zform({ type: "choices", heading: 1, choices: [] }), 'extra_data["heading"] is not a string'],
  [zform({ type: "choices", heading: "h" }), "choices key is missing from extra_data"],
  [zform({ type: "choices", heading: "h", choices: 99 }), 'extra_data["choices"] is not a list'],
  [zform({ type: "choices", heading: "h", choices: [99] }), 'extra_data["choices"][0] is not a dict'],
  [
    zform({ type: "choices", heading: "h", choices: [choice, { long_name: "b", reply: "b" }] }),
    'short_name key is missing from extra_data["choices"][1]',
  ],
])("rejects the widget %j: %s", (given, problem) => {
  expect(checkWidgetData(given)).toEqual(E.left(problem));
});

const task = { type: "new_task", key: 7, task: "eat", desc: "", completed: false };

test.each<[string, unknown, string | undefined]>([
  ["poll", { type: "vote", key: "1,1", vote: 1 }, undefined],
  ["poll", { type: "vote", key: "1,1", vote: -1 }, undefined],
  ["poll", { type: "new_option", idx: 1000, option: "maybe" }, undefined],
  ["poll", "", "poll data is not a dict"],
  ["poll", [], "poll data is not a dict"],
  ["poll", {}, "type key is missing from poll data"],
  ["poll", { type: 1 }, 'poll data["type"] is not a string'],
  ["poll", { type: "bogus" }, "Unknown type for poll data: bogus"],
  ["poll", { type: "toString" }, "Unknown type for poll data: toString"],
  ["poll", { type: "vote" }, "key key is missing from poll data"],
  ["poll", { type: "vote", key: "1,1", vote: 99 }, 'Invalid poll data["vote"]'],
  ["poll", { type: "vote", key: "1,1", vote: "1" }, 'poll data["vote"] is not an integer'],
  ["poll", { type: "vote", key: "1,1", vote: 1, a: 1, b: 2 }, "Unexpected arguments: a, b"],
  ["poll", { type: "new_option", idx: 7, option: 999 }, 'poll data["option"] is not a string'],
  ["poll", { type: "new_option", idx: -1, option: "x" }, 'poll data["idx"] is too small'],
  ["poll", { type: "new_option", idx: 1001, option: "x" }, 'poll data["idx"] is too large'],
  ["poll", { type: "new_option", idx: "x", option: "x" }, 'poll data["idx"] is not an integer'],
  ["poll", { type: "question", question: "?" }, "You can't edit a question unless you are the author."],
  ["todo", task, undefined],
  ["todo", { type: "strike", key: "5,9" }, undefined],
  ["todo", { type: "bogus" }, "Unknown type for todo data: bogus"],
  ["todo", { ...task, task: 7 }, 'todo data["task"] is not a string'],
  ["todo", { ...task, key: -1 }, 'todo data["key"] is too small'],
  ["todo", { ...task, completed: 1 }, 'todo data["completed"] is not a boolean'],
  ["todo", { type: "strike", key: 9 }, 'todo data["key"] is not a string'],
  [
    "todo",
    { type: "new_task_list_title", title: "t" },
    "You can't edit the task list title unless you are the author.",
  ],
  ["zform", 5, undefined],
])("in a %s, users other than the author attach %j: %s", (type, change, problem) => {
  expect(changeProblem(type, change, false)).toBe(problem);
});

test.each<[string | undefined, unknown, string | undefined]>([
  ["poll", { type: "question", question: "?" }, undefined],
  ["poll", { type: "question" }, "question key is missing from poll data"],
  ["poll", { type: "question", question: 7 }, 'poll data["question"] is not a string'],
  ["todo", { type: "new_task_list_title", title: "t" }, undefined],
  [undefined, "anything", undefined],
])("in a %s, the author attaches %j: %s", (type, change, problem) => {
  expect(changeProblem(type, change, true)).toBe(problem);
});
