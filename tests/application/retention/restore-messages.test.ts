import { deleteMessage } from "../../../src/application/messages/delete-message";
import { restoreMessages } from "../../../src/application/retention/restore-messages";
import { refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

/** A realm whose owner has just deleted a message in each of two channels. */
const realm = async () => {
  const founded = await memoryRealm({ channels: { lunch: { of: ["owner"] }, club: { of: ["owner"] } } });
  const { owner, lunch, club, services, realmId, world } = founded;
  const [inLunch, inClub] = [await owner.says(lunch), await owner.says(club)];
  for (const id of [inLunch, inClub]) await owner.does(deleteMessage, id);
  return {
    ...founded,
    inLunch,
    inClub,
    restore: (more: { readonly deletedSince?: number; readonly channelName?: string } = {}) =>
      restoreMessages(services)(realmId, { deletedSince: 0, channelName: undefined, ...more })(),
    present: async () =>
      (await world.persistence.messages.byIds(realmId, [inLunch, inClub])).map(({ id }) => id),
  };
};

test("deleted messages come back: those of one channel, or all", async () => {
  const { restore, present, inLunch, inClub } = await realm();
  expect(await present()).toEqual([]);
  expect(successOf(await restore({ channelName: "club" }))).toBe(1);
  expect(await present()).toEqual([inClub]);
  expect(successOf(await restore())).toBe(1);
  expect(await present()).toEqual([inLunch, inClub]);
  expect(successOf(await restore())).toBe(0);
});

test("messages that were deleted earlier stay deleted", async () => {
  const { restore, present, clock, owner, lunch } = await realm();
  clock.advance(60_000);
  const since = clock.now();
  await owner.does(deleteMessage, await owner.says(lunch));
  expect(successOf(await restore({ deletedSince: since }))).toBe(1);
  expect(await present()).toEqual([]);
});

test("clients get the restored messages by events", async () => {
  const { restore, eventsOf, inLunch, inClub } = await realm();
  expect(await eventsOf(async () => expect(successOf(await restore())).toBe(2))).toEqual([
    { type: "messages_restored", messageIds: [inLunch, inClub] },
  ]);
});

test("refuses a channel that doesn't exist", async () => {
  const { restore } = await realm();
  expect(refusalOf(await restore({ channelName: "nowhere" }))).toBe("Channel 'nowhere' does not exist");
});
