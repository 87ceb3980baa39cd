import { matchNarrow } from "../../../src/application/messages/match-narrow";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] }, secret: { privacy: "private", of: ["owner"] } },
  });
const term = (operator: string, operand: string) => ({ operator, operand, negated: false });

test("the named messages that are readable and in the narrow are returned, with matches highlighted", async () => {
  const { ben, owner, lunch, secret } = await realm();
  const soup = await owner.says(lunch, "food", "soup today");
  const rice = await owner.says(lunch, "food", "rice today");
  const hidden = await owner.says(secret, "food", "soup");
  const found = await ben.does(matchNarrow, [rice, soup, hidden, 9999], [term("search", "soup")]);
  expect([...found.keys()]).toEqual([soup]);
  expect(found.get(soup)).toEqual({
    content: '<p><span class="highlight">soup</span> today</p>',
    topic: "food",
  });
});

test("a narrow without a search highlights nothing", async () => {
  const { ben, owner, lunch } = await realm();
  const [first, second] = [await owner.says(lunch, "a"), await owner.says(lunch, "b")];
  const found = await ben.does(matchNarrow, [first, second], [term("topic", "b")]);
  expect([...found]).toEqual([[second, { content: "<p>hello</p>", topic: "b" }]]);
});

test("an unknown narrow is refused", async () => {
  const { ben } = await realm();
  expect(await ben.isRefused(matchNarrow, [1], [term("shape", "round")])).toBe(
    "Invalid narrow operator: unknown operator shape",
  );
});
