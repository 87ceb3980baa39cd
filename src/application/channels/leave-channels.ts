import { type Channel, channelLimits } from "../../domain/channel";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { hideChannel, seeingAsSubscribers } from "./channel-sight";

/** Some who leave a channel: `mostInATurn` at most. */
export interface Leaving {
  readonly channelId: number;
  readonly userIds: readonly number[];
}

export const mostInATurn = channelLimits.subscriptionsInATurn;
/** What it costs that somebody leaves at all: as much as for so many more to leave with them. */
const perChannel = 20;
const costOf = (turn: readonly Leaving[]): number =>
  turn.reduce((cost, { userIds }) => cost + userIds.length + perChannel, 0);

/** Cuts the work into turns: others' changes go between. */
export const turnsOf = (leaving: readonly Leaving[]): readonly (readonly Leaving[])[] => {
  const turns: Leaving[][] = [];
  for (const one of leaving) {
    const turn = turns.at(-1);
    if (turn && costOf([...turn, one]) <= mostInATurn) turn.push(one);
    else turns.push([one]);
  }
  return turns;
};

/** Takes people out of channels. Who is out already is left alone. */
export const leaveChannels = async (tx: Transaction, leaving: readonly Leaving[]): Promise<void> => {
  for (const { channelId, userIds } of leaving) {
    const channel = tx.state.channels.get(channelId);
    const people = userIds.flatMap((id) =>
      tx.state.isSubscribed(id, channelId) ? (tx.state.users.get(id) ?? []) : [],
    );
    if (channel === undefined || people.length === 0) continue;
    const unread = await unreadOf(tx, channel, people);
    tx.append({
      type: "unsubscribed",
      channelIds: [channelId],
      userIds: people.map(({ id }) => id),
      firstMessageId: tx.nextMessageId,
      ...(unread && { unread }),
    });
    hideChannel(tx, channel, seeingAsSubscribers(tx, channel, people));
  }
};

/** For so many people at once their clients are told what they no longer have to read; others count anew. */
const fewPeople = 50;
/** More than any client knows of. */
const mostUnread = 50_000;
/** So many are read in the lane, for all who leave together. */
const fewUnread = 2000;

/**
 * What people who leave have not read. Where that is little, it is exactly what they have when they go: messages that
 * were moved here, or marked unread, a moment ago are among it. Where it is much, see `manyUnread`.
 */
const unreadOf = async (
  tx: Transaction,
  channel: Channel,
  people: readonly User[],
): Promise<Readonly<Record<string, readonly number[]>> | undefined> => {
  if (people.length > fewPeople) return undefined;
  const { conversationId } = channel;
  const whole = { conversationId, from: 0, to: tx.nextMessageId - 1 };
  const unread: Record<string, readonly number[]> = {};
  let count = 0;
  for (const { id } of people) {
    const limit = Math.max(0, fewUnread - count);
    const few = await tx.messages.unreadIds(tx.state.realm.id, id, [whole], limit);
    const ids = few ? (few.get(conversationId) ?? []) : await manyUnread(tx, channel, id);
    if (ids === undefined) return undefined;
    count += ids.length;
    if (count > mostUnread) return undefined;
    if (ids.length > 0) unread[id] = ids;
  }
  return unread;
};

/**
 * What there was when they asked is read outside of the lane; what was sent since is read here. What was moved here
 * between these two isn't known: they learn of that when they register anew.
 */
const manyUnread = async (
  tx: Transaction,
  { conversationId }: Channel,
  userId: number,
): Promise<readonly number[] | undefined> => {
  const realmId = tx.state.realm.id;
  const newest = tx.nextMessageId - 1;
  const until = tx.readOutside<Until>(
    `unread ${conversationId} ${userId}`,
    async ({ messages }) => ({
      newest,
      unread: await messages.unreadIds(
        realmId,
        userId,
        [{ conversationId, from: 0, to: newest }],
        mostUnread,
      ),
    }),
    { newest, unread: new Map() },
  );
  if (until.unread === undefined) return undefined;
  const span = { conversationId, from: until.newest + 1, to: newest };
  const since =
    newest === until.newest ? new Map() : await tx.messages.unreadIds(realmId, userId, [span], mostUnread);
  return since && [...(until.unread.get(conversationId) ?? []), ...(since.get(conversationId) ?? [])];
};

/** Unread messages by conversation, up to the newest message of the realm at that time. */
interface Until {
  readonly newest: number;
  readonly unread: ReadonlyMap<number, readonly number[]> | undefined;
}
