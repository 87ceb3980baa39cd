import { typedBefore } from "../../web/src/views/compose/typeahead";

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
