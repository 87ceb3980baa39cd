import * as E from "fp-ts/Either";
import { deleteSentMessages } from "../../../src/application/messages/delete-sent-messages";
import type { SentKinds } from "../../../src/application/messages/shared/delete-sent-slice";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent } from "../../support/builders/entities";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { open: { of: ["ben", "cleo"] }, closed: { privacy: "private", of: ["ben", "cleo"] } },
  });
  const { ben, services, realmId } = found;
  return {
    ...found,
    /** Deletes what Ben sent, or others, in one job. */
    run: (kinds: Partial<SentKinds>, upTo = 999_999, userIds: readonly number[] = [ben.id]) =>
      deleteSentMessages(services).run({
        realmId,
        payload: {
          userIds,
          after: 0,
          upTo,
          deletePublicChannelMessages: false,
          deletePrivateChannelMessages: false,
          deleteDirectMessages: false,
          ...kinds,
        },
        jobId: 1,
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
  const { ben, cleo, open, closed, run, existing } = await realm();
  const ids = [await ben.says(open), await ben.says(closed), await ben.writes([cleo]), await cleo.says(open)];
  expect(await run({ [kind]: true })).toEqual({ kind: "done", next: [] });
  expect(await existing(ids)).toEqual(left.map((index) => ids[index]));
});

test("messages sent after the request stay", async () => {
  const { ben, open, run, existing } = await realm();
  const ids = [await ben.says(open), await ben.says(open)];
  await run({ deletePublicChannelMessages: true }, ids[0]);
  expect(await existing(ids)).toEqual([ids[1]]);
});

test("more messages than one commit takes are left to the next job", async () => {
  const { ben, open, channel, append, run, existing } = await realm();
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
    next: [{ kind: "delete_sent_messages", payload: { userIds: [ben.id], after: 1099 } }],
  });
  expect(await existing(ids)).toEqual([1100]);
});

test("a job deletes the messages of one user after another, and leaves those it has no room for", async () => {
  const { ben, cleo, owner, open, channel, append, run, existing } = await realm();
  const conversation = {
    kind: "channel",
    id: (await channel(open)).conversationId,
    channelId: open,
  } as const;
  const ids = Array.from({ length: 1200 }, (_, index) => 100 + index);
  await append(...ids.map((id) => aMessageSent({ id, conversation, senderId: id < 700 ? cleo.id : ben.id })));
  const outcome = await run({ deletePublicChannelMessages: true }, 999_999, [owner.id, cleo.id, ben.id]);
  expect(outcome).toMatchObject({ kind: "done", next: [{ payload: { userIds: [ben.id], after: 1079 } }] });
  expect(await existing(ids)).toEqual(ids.filter((id) => id > 1079));
});

test("a job of an earlier version names one user", async () => {
  const { ben, open, services, realmId, existing } = await realm();
  const id = await ben.says(open);
  const payload = {
    userId: ben.id,
    after: 0,
    upTo: id,
    deletePublicChannelMessages: true,
    deletePrivateChannelMessages: false,
    deleteDirectMessages: false,
  };
  const job = deleteSentMessages(services);
  const decoded = job.payload.decode(JSON.parse(JSON.stringify(payload)));
  if (E.isLeft(decoded)) throw new Error("The job can't be read");
  expect(await job.run({ realmId, payload: decoded.right, jobId: 1, isLastTry: false })).toEqual({
    kind: "done",
    next: [],
  });
  expect(await existing([id])).toEqual([]);
});
