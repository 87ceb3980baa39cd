import { compactIds } from "../../../src/domain/collections/compact-ids";
import type { RealmEvent } from "../../../src/domain/events/event";
import { weightOf as weightAt } from "../../../src/domain/events/event-weight";
import { aMessage, channelConversation, directConversation } from "../../support/builders/entities";

const sent = (more: object = {}): RealmEvent => ({
  type: "message_sent",
  message: aMessage({ id: 1 }),
  beginsConversation: false,
  flagsByUser: {},
  ...more,
});
const [quiet, crowded] = [1, 2];
const subscribers = (channelId: number) => ({ size: channelId === crowded ? 3000 : 0 });
const weightOf = (event: RealmEvent): number => weightAt(event, { subscribers });
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

test("moved messages weigh as much as the subscribers of the channel that they move to", () => {
  const move = (from: number, to: number) =>
    weightOf({
      type: "messages_moved",
      messageIds: ids.slice(0, 10),
      from: { conversation: channelConversation(from), topic: "old" },
      to: { conversation: channelConversation(to), topic: "new" },
      edit: { editedAt: 5, userId: 1 },
      chosenId: 1,
      mode: "change_all",
      leftBehind: [],
      lostBy: [],
    });
  expect(move(quiet, crowded)).toBe(6011);
  expect(move(crowded, quiet)).toBe(11);
  expect(move(crowded, crowded)).toBe(11);
});
