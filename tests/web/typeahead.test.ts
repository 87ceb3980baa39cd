import type { Store } from "../../web/src/store/store";
import { suggestionsFor, typedBefore } from "../../web/src/views/compose/typeahead";

test.each([
  ["Hello @an", { kind: "mention", from: 6, query: "an" }],
  ["@", { kind: "mention", from: 0, query: "" }],
  ["see #des", { kind: "channel", from: 4, query: "des" }],
  ["see #**design>lu", { kind: "topic", from: 4, channel: "design", query: "lu" }],
  ["see #design>", { kind: "topic", from: 4, channel: "design", query: "" }],
  ["well :tad", { kind: "emoji", from: 5, query: "tad" }],
  ["/po", { kind: "command", from: 0, query: "po" }],
])("finds the name being typed: %s", (text, asked) => {
  expect(typedBefore(text)).toEqual(asked);
});

test.each(["ana@example.com", "at 10:30", "a/b", "#**design** is", "plain words", "x :t", "http://a"])(
  "suggests nothing for: %s",
  (text) => {
    expect(typedBefore(text)).toBeUndefined();
  },
);

describe("mentions", () => {
  const users = ["Jonas Bell", "Inês Petrović", "Sally"].map((full_name, index) => ({
    user_id: index + 2,
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
    ["", ["Inês Petrović", "Jonas Bell", "Sally", "all", "everyone", "on-call", "topic"]],
  ])("the best matches come first, among equal ones the people: @%s", (query, labels) => {
    expect(offers(query)).toEqual(labels);
  });
});
