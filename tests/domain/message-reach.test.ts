import { compactIds } from "../../src/domain/compact-ids";
import { from, ofIds } from "../../src/domain/id-ranges";
import { knownMessages, reachOf } from "../../src/domain/message-reach";
import { aChannel, aRealmState, aSubscription, aUser } from "../support/builders";
import { aMoment } from "../support/fakes";
import fc from "../support/fast-check";

const people = [1, 2, 3, 4, 5, 6];
const messageIds = [11, 12, 13, 20, 21, 30];

/** Everybody may enter the channel; the first three are subscribed. */
const realm = (channel: object) =>
  aRealmState({
    users: people.map((id) => aUser({ id })),
    channels: [aChannel({ id: 1, ...channel })],
    subscriptions: [1, 2, 3].map((id) => aSubscription(id, 1)),
  });
const everybody = 2;
const open = { ...aChannel().permissions, canSubscribeGroup: everybody };
const isProtected = { privacy: "private", historyPublicToSubscribers: false, permissions: open } as const;

const known = (
  state: ReturnType<typeof realm>,
  userId: number,
  reach: ReturnType<typeof reachOf> | undefined,
) => knownMessages(state, aUser({ id: userId }), { channelId: 1, messageIds, reach }, aMoment);

/** The first three are subscribed, and everybody may read what reached them. */
const standing = { isSubscribed: (userId: number) => userId <= 3, isReader: () => true };

test("in a channel with protected history people may know of exactly what they received", () => {
  const state = realm(isProtected);
  fc.assert(
    fc.property(
      fc.tuple(...people.map(() => fc.subarray(messageIds))),
      (received: readonly (readonly number[])[]) => {
        const receipts = people.flatMap((userId, index) => {
          const ids = received[index] ?? [];
          const isException = userId <= 3 ? ids.length < messageIds.length : ids.length > 0;
          return isException ? [{ userIds: [userId], received: ofIds(ids) }] : [];
        });
        const reach = reachOf(receipts, messageIds, standing);
        for (const [index, userId] of people.entries())
          expect(known(state, userId, reach)).toEqual(received[index]);
      },
    ),
  );
});

test("people with the same messages are recorded together, and messages as ranges that hold no others", () => {
  const receipts = [
    { userIds: [1, 3], received: ofIds([30]) },
    { userIds: [2, 4], received: [[12, 25]] as const },
    { userIds: [5], received: [[22, 29]] as const },
  ];
  expect(reachOf(receipts, messageIds.toReversed(), standing)).toEqual({
    lacking: [
      { userIds: compactIds([1, 3]), messageIds: [[11, 22]] },
      {
        userIds: compactIds([2]),
        messageIds: [
          [11, 12],
          [30, 31],
        ],
      },
    ],
    having: [{ userIds: compactIds([4]), messageIds: [[12, 22]] }],
  });
});

test("those who left are recorded only where they may still read", () => {
  const receipts = [{ userIds: [1, 4, 5], received: ofIds(messageIds) }];
  const { having } = reachOf(receipts, messageIds, { ...standing, isReader: (userId) => userId === 5 });
  expect(having).toEqual([{ userIds: compactIds([5]), messageIds: [[11, 31]] }]);
});

test("what an event records stays small, however many people came between its messages", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const deleted = Array.from({ length: 1000 }, (_, index) => index * 7);
  const receipts = many.map((userId) => ({ userIds: [userId], received: from(userId) }));
  const everyone = { isSubscribed: () => true, isReader: () => true };
  expect(JSON.stringify(reachOf(receipts, deleted, everyone)).length).toBeLessThan(150_000);
  const half = [{ userIds: many.filter((userId) => userId % 2 === 0), received: [] }];
  expect(JSON.stringify(reachOf(half, [5], everyone)).length).toBeLessThan(2000);
});

test("where history is open, whoever may read the channel knows of all its messages", () => {
  for (const channel of [{ privacy: "public" }, { ...isProtected, historyPublicToSubscribers: true }])
    expect(known(realm(channel), 6, undefined)).toEqual(messageIds);
});

test("where history is protected and nobody recorded who received the messages, nobody knows of them", () => {
  expect(known(realm(isProtected), 1, undefined)).toEqual([]);
});

test("whoever may not read the channel any more knows of nothing in it, received or not", () => {
  const state = realm({ ...isProtected, permissions: aChannel().permissions });
  const reach = reachOf([{ userIds: [6], received: ofIds(messageIds) }], messageIds, standing);
  expect(known(state, 6, reach)).toEqual([]);
  expect(known(state, 2, reach)).toEqual(messageIds);
});
