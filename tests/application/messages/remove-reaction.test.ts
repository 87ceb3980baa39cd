import { addReaction } from "../../../src/application/messages/add-reaction";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { removeReaction } from "../../../src/application/messages/remove-reaction";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben", "cleo"] } },
  });
  const messageId = await found.ben.says(found.lunch);
  const car = { messageId, name: "car", code: undefined, kind: undefined };
  await found.ben.does(addReaction, car);
  return { ...found, messageId, car };
};

test("a reaction is removed once, for its user alone", async () => {
  const { ben, cleo, car, messageId, eventsOf } = await realm();
  expect(await cleo.isRefused(removeReaction, car)).toBe("Reaction doesn't exist.");
  await cleo.does(addReaction, car);
  expect(await eventsOf(() => ben.does(removeReaction, car))).toMatchObject([
    { type: "reaction_changed", op: "remove", messageId, reaction: { userId: ben.id } },
  ]);
  expect(await ben.isRefused(removeReaction, car)).toBe("Reaction doesn't exist.");
  const { message } = await ben.does(fetchMessage, messageId);
  expect(message.reactions.map(({ userId }) => userId)).toEqual([cleo.id]);
});

test("a code and a kind name a reaction as well", async () => {
  const { ben, messageId } = await realm();
  const byCode = { messageId, name: undefined, code: "1f697" };
  expect(await ben.isRefused(removeReaction, { ...byCode, kind: "realm" })).toBe("Reaction doesn't exist.");
  await ben.does(removeReaction, { ...byCode, kind: "unicode" });
});

test("a request must name the reaction", async () => {
  const { ben, messageId } = await realm();
  const nothing = { messageId, name: undefined, code: undefined, kind: undefined };
  expect(await ben.isRefused(removeReaction, nothing)).toMatch(/emoji_name/);
});

test("a message that its reader may no longer read keeps its reactions", async () => {
  const { ben, cleo, owner } = await realm();
  const messageId = await ben.writes([cleo]);
  const car = { messageId, name: "car", code: undefined, kind: undefined };
  expect(await owner.isRefused(removeReaction, car)).toBe("Invalid message(s)");
});
