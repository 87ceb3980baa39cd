import { compactIds } from "../../../src/domain/collections/compact-ids";
import type { RealmEvent } from "../../../src/domain/events/event";
import { weightOf } from "../../../src/domain/events/event-weight";
import { aMessage, directConversation } from "../../support/builders/entities";

const sent = (more: object = {}): RealmEvent => ({
  type: "message_sent",
  message: aMessage({ id: 1 }),
  beginsConversation: false,
  flagsByUser: {},
  ...more,
});
const ids = Array.from({ length: 5000 }, (_, index) => index);

test("a plain message weighs one row", () => {
  expect(weightOf(sent())).toBe(1);
});

test("a message weighs as much as the people whom it mentions or reaches", () => {
  const flagsByUser = Object.fromEntries(ids.map((id) => [id, ["mentioned"]]));
  expect(weightOf(sent({ flagsByUser }))).toBe(5001);
  const message = aMessage({ id: 1, conversation: directConversation(9, ...ids.slice(0, 190)) });
  expect(weightOf(sent({ message }))).toBe(191);
});

test("a set of ids weighs as much as it has, as a list and as a bitmap", () => {
  const [few, most] = [compactIds([1, 9000]), compactIds(ids)];
  expect([typeof few, typeof most]).toEqual(["object", "string"]);
  expect([few, most].map((readBy) => weightOf(sent({ readBy })))).toEqual([3, 5001]);
});

test("a list of ids weighs as much as it has", () => {
  const messageIds = ids;
  expect(weightOf({ type: "messages_restored", messageIds } as unknown as RealmEvent)).toBe(5001);
});
