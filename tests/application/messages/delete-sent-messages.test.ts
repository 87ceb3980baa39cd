import { deleteSentMessages } from "../../../src/application/messages/delete-sent-messages";
import type { SentKinds } from "../../../src/application/messages/shared/delete-sent-slice";
import { aMessageSent } from "../../support/builders";
import { foundTown } from "../../support/town";

const town = async () => {
  const found = await foundTown({
    people: { ben: "member", cleo: "member" },
    channels: { open: { of: ["ben", "cleo"] }, closed: { privacy: "private", of: ["ben", "cleo"] } },
  });
  const { ben, services, realmId } = found;
  return {
    ...found,
    /** Deletes what Ben sent, in one job. */
    run: (kinds: Partial<SentKinds>, upTo = 999_999) =>
      deleteSentMessages(services).run({
        realmId,
        payload: {
          userId: ben.id,
          after: 0,
          upTo,
          deletePublicChannelMessages: false,
          deletePrivateChannelMessages: false,
          deleteDirectMessages: false,
          ...kinds,
        },
        isLastTry: false,
      } as never),
    existing: async (ids: readonly number[]) =>
      (await services.messages.byIds(realmId, ids)).map(({ id }) => id),
  };
};

test.each<[keyof SentKinds, readonly number[]]>([
  ["deletePublicChannelMessages", [1, 2, 3]],
  ["deletePrivateChannelMessages", [0, 2, 3]],
  ["deleteDirectMessages", [0, 1, 3]],
])("%s leaves the messages of other kinds, and those of others", async (kind, left) => {
  const { ben, cleo, open, closed, run, existing } = await town();
  const ids = [await ben.says(open), await ben.says(closed), await ben.writes([cleo]), await cleo.says(open)];
  expect(await run({ [kind]: true })).toEqual({ kind: "done", next: [] });
  expect(await existing(ids)).toEqual(left.map((index) => ids[index]));
});

test("messages sent after the request stay", async () => {
  const { ben, open, run, existing } = await town();
  const ids = [await ben.says(open), await ben.says(open)];
  await run({ deletePublicChannelMessages: true }, ids[0]);
  expect(await existing(ids)).toEqual([ids[1]]);
});

test("more messages than one commit takes are left to the next job", async () => {
  const { ben, open, channel, append, run, existing } = await town();
  const conversation = {
    kind: "channel",
    id: (await channel(open)).conversationId,
    channelId: open,
  } as const;
  const ids = Array.from({ length: 1001 }, (_, index) => 100 + index);
  await append(...ids.map((id) => aMessageSent({ id, conversation, senderId: ben.id })));
  const outcome = await run({ deletePublicChannelMessages: true });
  expect(outcome).toMatchObject({
    kind: "done",
    next: [{ kind: "delete_sent_messages", key: `${ben.id} 1099`, payload: { after: 1099 } }],
  });
  expect(await existing(ids)).toEqual([1100]);
});
