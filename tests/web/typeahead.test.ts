import type { Store } from "../../web/src/store/store";
import { loadFor, suggestionsFor, typedBefore } from "../../web/src/views/compose/typeahead";

test.each([
  ["Hello @an", { kind: "mention", from: 6, query: "an" }],
  ["@", { kind: "mention", from: 0, query: "" }],
  ["see #des", { kind: "channel", from: 4, query: "des" }],
  ["see #**design>lu", { kind: "topic", from: 4, channel: "design", query: "lu" }],
  ["see #design>", { kind: "topic", from: 4, channel: "design", query: "" }],
  ["well :tad", { kind: "emoji", from: 5, query: "tad" }],
  ["/po", { kind: "command", from: 0, query: "po" }],
  ["```py", { kind: "language", from: 3, query: "py" }],
  ["Look:\n~~~~ c++", { kind: "language", from: 11, query: "c++" }],
  ["at <time", { kind: "time", from: 3, query: "" }],
  ["at <time:2026-11-27T10", { kind: "time", from: 3, query: "2026-11-27T10" }],
])("finds the name being typed: %s", (text, asked) => {
  expect(typedBefore(text)).toEqual(asked);
});

test.each([
  "ana@example.com",
  "at 10:30",
  "a/b",
  "#**design** is",
  "plain words",
  "x :t",
  "http://a",
  "```",
  "a ```py",
  "```py\nx",
  "a <tim",
  "<time:2026-11-27T10:00>",
])("suggests nothing for: %s", (text) => {
  expect(typedBefore(text)).toBeUndefined();
});

describe("mentions", () => {
  const users = ["Sam Own", "Jonas Bell", "Inês Petrović", "Sally"].map((full_name, index) => ({
    user_id: index + 1,
    full_name,
    delivery_email: null,
    is_active: true,
    is_bot: false,
    is_system_bot: false,
  }));
  const group = { id: 5, name: "on-call", description: "", is_system_group: false, deactivated: false };
  const store = {
    ownId: 1,
    people: { value: { users: new Map(users.map((one) => [one.user_id, one])) } },
    groups: { value: new Map([[5, group]]) },
    directs: { value: new Map() },
  } as unknown as Store;
  const offers = (query: string) =>
    suggestionsFor({ kind: "mention", from: 0, query }, store, []).map(({ label }) => label);

  test.each([
    ["on", ["on-call", "Jonas Bell", "everyone"]],
    ["all", ["all", "Sally", "on-call"]],
    ["petrovic", ["Inês Petrović"]],
    ["sam", ["Sam Own"]],
    ["sa", ["Sally", "Sam Own"]],
    ["", ["Inês Petrović", "Jonas Bell", "Sally", "all", "everyone", "on-call", "Sam Own", "topic"]],
  ])("the best matches come first, among equal ones the people: @%s", (query, labels) => {
    expect(offers(query)).toEqual(labels);
  });
});

describe("code languages", () => {
  const store = {
    realm: {
      value: {
        realm_playgrounds: ["Brainduck", "Rust", "Brainduck"].map((name) => ({ pygments_language: name })),
      },
    },
  } as unknown as Store;
  const offers = (query: string) =>
    suggestionsFor({ kind: "language", from: 3, query }, store, []).map(({ label }) => label);
  beforeAll(() => loadFor({ kind: "language", from: 3, query: "" }));

  test.each([
    ["py", ["py", "python"]],
    ["c", ["c", "css", "cpp", "csharp", "console", "c#"]],
    ["SP", ["sp", "spoiler"]],
    ["q", ["q", "quote"]],
    ["braind", ["Brainduck"]],
    ["rust", ["rust"]],
  ])("the name itself comes first, then popular ones: %s", (query, labels) => {
    expect(offers(query).slice(0, labels.length)).toEqual(labels);
  });

  test("offers a language with two playgrounds once", () => {
    expect(offers("braind")).toEqual(["Brainduck"]);
  });

  test("says which language a short name stands for", () => {
    const [first] = suggestionsFor({ kind: "language", from: 3, query: "ts" }, store, []);
    expect(first).toEqual({ key: "ts", label: "ts", detail: "TypeScript", text: "ts" });
  });
});
