import { askedBefore } from "../../web/src/views/compose/typeahead";

test.each([
  ["Hello @an", { kind: "mention", from: 6, query: "an" }],
  ["@", { kind: "mention", from: 0, query: "" }],
  ["see #des", { kind: "channel", from: 4, query: "des" }],
  ["see #**design>lu", { kind: "topic", from: 4, channel: "design", query: "lu" }],
  ["see #design>", { kind: "topic", from: 4, channel: "design", query: "" }],
  ["well :tad", { kind: "emoji", from: 5, query: "tad" }],
  ["/po", { kind: "command", from: 0, query: "po" }],
])("a name is asked for by its beginning: %s", (text, asked) => {
  expect(askedBefore(text)).toEqual(asked);
});

test.each(["ana@example.com", "at 10:30", "a/b", "#**design** is", "plain words", "x :t", "http://a"])(
  "nothing is suggested where nothing is asked for: %s",
  (text) => {
    expect(askedBefore(text)).toBeUndefined();
  },
);
