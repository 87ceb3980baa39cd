import { EventReads } from "../../../src/application/events/event-reads";
import { nextTurn } from "../../../src/application/next-turn";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { UserTopic } from "../../../src/domain/topics/topic-policy";
import { aChannel, aRealmState, aUser, channelConversation } from "../../support/builders/entities";

const people = Array.from({ length: 40 }, (_, index) => aUser({ id: index + 1 }));
const after = aRealmState({ users: people, channels: [aChannel({ id: 9, conversationId: 9 })] });
const stepOf = (event: RealmEvent, position: number) => ({ position, before: after, event, after });
const muted = (userId: number, position: number) =>
  stepOf(
    { type: "topic_policy_set", userId, channelId: 9, topic: `t${position}`, policy: "muted", setAt: 5 },
    position,
  );
const moved = (position: number) =>
  stepOf(
    {
      type: "topic_policies_carried",
      from: { channelId: 9, topic: "t" },
      to: { channelId: 9, topic: "u" },
      carried: [{ userIds: people.map(({ id }) => id), hadPolicy: true, policy: "followed" }],
      setAt: 5,
    },
    position,
  );
const edited = (position: number) =>
  stepOf(
    {
      type: "message_edited",
      messageId: position,
      conversation: channelConversation(9),
      topic: "t",
      edit: { userId: 1, editedAt: 1 },
    } as never,
    position,
  );
const topicOf = (userId: number): UserTopic => ({
  channelId: 9,
  topic: `of ${userId}`,
  policy: "muted",
  setAt: 1,
});

/** Reads of topics that end when they are told to. */
const begun = (holders: readonly number[] = []) => {
  const asked: { readonly userIds: readonly number[]; readonly end: (failure?: Error) => void }[] = [];
  let flagReads = 0;
  const reads = new EventReads({
    clock: { now: () => 1000 },
    liveQueues: { receiversOf: (_: number, position: number) => (position === 5 ? holders : []) },
    readStates: {
      flagsOfReaders: async (_: number, all: readonly unknown[]) => {
        flagReads += 1;
        return all.map(() => []);
      },
    },
    userData: {
      mutedTopicsOf: (_: number, userIds: readonly number[]) =>
        new Promise((resolve, reject) => {
          const end = (failure?: Error) =>
            failure ? reject(failure) : resolve(new Map(userIds.map((id) => [id, [topicOf(id)]])));
          asked.push({ userIds, end });
        }),
    },
  } as never);
  return { asked, reads, flagReads: () => flagReads };
};

test("however many changes of one member's topics wait, others' edits and topics are read at once", async () => {
  const { asked, reads, flagReads } = begun();
  for (let position = 1; position <= 20; position += 1) void reads.mutedTopicsAt(1, 1, muted(1, position));
  await reads.flagsOf(1, 2, [edited(30)]);
  expect(flagReads()).toBe(1);
  const other = reads.mutedTopicsAt(1, 2, muted(2, 31));
  await nextTurn();
  expect(asked.map(({ userIds }) => userIds)).toEqual([[1], [2]]);
  asked[1]?.end();
  expect(await other).toEqual([topicOf(2)]);
});

test("changes that come while a member's topics wait to be read share one read, which begins after them", async () => {
  const { asked, reads } = begun();
  const first = reads.mutedTopicsAt(1, 1, muted(1, 1));
  await nextTurn();
  expect(asked).toHaveLength(1);
  const others = Array.from({ length: 19 }, (_, index) => reads.mutedTopicsAt(1, 1, muted(1, index + 2)));
  const found = [first, ...others];
  asked[0]?.end();
  await nextTurn();
  await nextTurn();
  expect(asked).toHaveLength(2);
  const last = reads.mutedTopicsAt(1, 1, muted(1, 21));
  asked[1]?.end();
  expect(await Promise.all(found)).toEqual(found.map(() => [topicOf(1)]));
  await nextTurn();
  await nextTurn();
  expect(asked).toHaveLength(3);
  asked[2]?.end();
  expect(await last).toEqual([topicOf(1)]);
});

test("the topics of many who follow a topic that moves are read a few people at a time, others' between", async () => {
  const { asked, reads } = begun(people.slice(0, 30).map(({ id }) => id));
  const step = moved(5);
  const found = people.slice(0, 30).map(({ id }) => reads.mutedTopicsAt(1, id, step));
  await nextTurn();
  expect(asked.map(({ userIds }) => userIds.length)).toEqual([8]);
  void reads.mutedTopicsAt(1, 35, muted(35, 6));
  for (let ended = 0; ended < asked.length; ended += 1) {
    asked[ended]?.end();
    await nextTurn();
    await nextTurn();
  }
  expect(asked.map(({ userIds }) => userIds.length)).toEqual([8, 1, 8, 8, 6]);
  expect((await Promise.all(found)).map(([one]) => one)).toEqual(
    people.slice(0, 30).map(({ id }) => topicOf(id)),
  );
});

test("topics whose read failed are read again for the next client", async () => {
  const { asked, reads } = begun([1, 2]);
  const step = moved(5);
  const first = reads.mutedTopicsAt(1, 1, step);
  await nextTurn();
  asked[0]?.end(new Error("The database is away"));
  await expect(first).rejects.toThrow("The database is away");
  const again = reads.mutedTopicsAt(1, 1, step);
  await nextTurn();
  asked[1]?.end();
  expect(await again).toEqual([topicOf(1)]);
});
