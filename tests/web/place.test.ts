import { narrowKey } from "../../web/src/store/narrow";
import { keyOf, topicPlace } from "../../web/src/store/place";

const isOne = (topic: string, other: string): boolean =>
  keyOf(topicPlace(1, topic)) === keyOf(topicPlace(1, other));

test.each([
  ["Lunch", "LUNCH"],
  ["οδοσ", "ΟΔΟΣ"],
  ["été", "ÉTÉ"],
])("%s and %s are the same topic, as on the server", (one, other) => {
  expect(isOne(one, other)).toBe(true);
});

test("a final sigma makes a different topic, as on the server", () => {
  expect(isOne("οδος", "ΟΔΟΣ")).toBe(false);
});

test("narrows are equal whatever the case of the topic", () => {
  const narrow = (topic: string) => [{ operator: "topic", operand: topic }];
  expect(narrowKey(narrow("ΟΔΟΣ"))).toBe(narrowKey(narrow("οδοσ")));
});
