import { compactIds } from "../../../src/domain/collections/compact-ids";
import { type ReachOfAny, reachedNobody } from "../../../src/domain/messages/message-reach";
import { knowsAnyMoved } from "../../../src/domain/policy/known-messages";
import { aMoment } from "../../support/application/fakes";
import {
  aChannel,
  aRealmState,
  aSubscription,
  aUser,
  channelConversation,
} from "../../support/builders/entities";

const everybody = 2;
const permissions = { ...aChannel().permissions, canSubscribeGroup: everybody };
const isProtected = { privacy: "private", historyPublicToSubscribers: false } as const;

/** The first two users are subscribed to the channel 21, and the third may read it. The last is subscribed to the channel 22. */
const state = aRealmState({
  users: [1, 2, 3, 4].map((id) => aUser({ id })),
  channels: [
    aChannel({ id: 21, ...isProtected, permissions }),
    aChannel({ id: 22, ...isProtected }),
    aChannel({ id: 23, ...isProtected, historyPublicToSubscribers: true, permissions }),
  ],
  subscriptions: [aSubscription(1, 21), aSubscription(2, 21), aSubscription(4, 22)],
});

/** The users who may know about messages that moved between two channels. */
const knowing = (from: number, to: number, reach: ReachOfAny): readonly number[] => {
  const [left, arrived] = [from, to].map((id) => ({ conversation: channelConversation(id), topic: "topic" }));
  if (left === undefined || arrived === undefined) throw new Error("There are two places");
  return [...state.users.values()].flatMap((user) =>
    knowsAnyMoved(state, user, { from: left, to: arrived }, reach, aMoment) ? [user.id] : [],
  );
};

test("subscribers with protected history know about a move unless they lack all its messages, others if they have one", () => {
  expect(knowing(21, 21, { lackingAll: [], having: [] })).toEqual([1, 2]);
  expect(knowing(21, 21, { lackingAll: compactIds([2]), having: compactIds([3]) })).toEqual([1, 3]);
});

test("nobody knows about a move whose event doesn't record who received the messages", () => {
  expect(knowing(21, 21, reachedNobody)).toEqual([]);
  expect(knowing(21, 21, { ...reachedNobody, having: compactIds([3]) })).toEqual([3]);
});

test("every reader of a channel with open history knows about it", () => {
  expect(knowing(23, 23, reachedNobody)).toEqual([1, 2, 3, 4]);
});

test("so do subscribers of the channel where the messages arrive", () => {
  expect(knowing(21, 22, reachedNobody)).toEqual([4]);
});

test("those who can't read the channel know nothing", () => {
  expect(knowing(22, 22, { lackingAll: [], having: compactIds([1]) })).toEqual([4]);
});
