import { compactIds } from "../../../src/domain/collections/compact-ids";
import { from, ofIds } from "../../../src/domain/collections/id-ranges";
import { reachOf } from "../../../src/domain/messages/message-reach";
import { knownMessages } from "../../../src/domain/policy/known-messages";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aRealmState, aSubscription, aUser } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";

const people = [1, 2, 3, 4, 5, 6];
const messageIds = [11, 12, 13, 20, 21, 30];

/** A channel open to everyone, with the first three users subscribed. */
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

/** The first three users are subscribed, and everyone may read what reached them. */
const standing = { isSubscribed: (userId: number) => userId <= 3, isReader: () => true };

test("in a channel with protected history, users may know about exactly the messages they received", () => {
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

test("users with the same messages are recorded together, and messages as ranges without others", () => {
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

test("former subscribers are recorded only if they may still read the channel", () => {
  const receipts = [{ userIds: [1, 4, 5], received: ofIds(messageIds) }];
  const { having } = reachOf(receipts, messageIds, { ...standing, isReader: (userId) => userId === 5 });
  expect(having).toEqual([{ userIds: compactIds([5]), messageIds: [[11, 31]] }]);
});

test("an event's record stays small, however many users joined between its messages", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const deleted = Array.from({ length: 1000 }, (_, index) => index * 7);
  const receipts = many.map((userId) => ({ userIds: [userId], received: from(userId) }));
  const everyone = { isSubscribed: () => true, isReader: () => true };
  expect(JSON.stringify(reachOf(receipts, deleted, everyone)).length).toBeLessThan(150_000);
  const half = [{ userIds: many.filter((userId) => userId % 2 === 0), received: [] }];
  expect(JSON.stringify(reachOf(half, [5], everyone)).length).toBeLessThan(2000);
});

test("in a channel with open history, every reader knows about all messages", () => {
  for (const channel of [{ privacy: "public" }, { ...isProtected, historyPublicToSubscribers: true }])
    expect(known(realm(channel), 6, undefined)).toEqual(messageIds);
});

test("in a channel with protected history, nobody knows about messages without recorded receivers", () => {
  expect(known(realm(isProtected), 1, undefined)).toEqual([]);
});

test("users who can no longer read the channel know about no messages in it, received or not", () => {
  const state = realm({ ...isProtected, permissions: aChannel().permissions });
  const reach = reachOf([{ userIds: [6], received: ofIds(messageIds) }], messageIds, standing);
  expect(known(state, 6, reach)).toEqual([]);
  expect(known(state, 2, reach)).toEqual(messageIds);
});
