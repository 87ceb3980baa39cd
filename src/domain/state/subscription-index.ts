import type { Subscription } from "../channels/subscription";
import type { ChannelId, UserId } from "../ids";
import { IdMap } from "./id-map";
import { IdSet } from "./id-set";

const none: readonly Subscription[] = [];

/** The new subscription; null removes it. */
export interface SubscriptionPut {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly value: Subscription | null;
}

/**
 * Subscriptions by user, and each channel's subscribers. Deactivated users retain theirs but don't count: a
 * deactivation changes only the set of inactive users, however many channels they are in.
 */
export class SubscriptionIndex {
  static readonly empty = new SubscriptionIndex(IdMap.empty(), IdMap.empty(), IdSet.empty);

  private constructor(
    /** By channel id within each user. */
    private readonly byUser: IdMap<UserId, readonly Subscription[]>,
    /** By channel: subscribers, including deactivated ones. */
    private readonly members: IdMap<ChannelId, IdSet<UserId>>,
    private readonly deactivated: IdSet<UserId>,
  ) {}

  /**
   * Builds the index from each user's subscriptions in order of channel id, each channel's subscribers, and
   * the deactivated users.
   */
  static of(
    byUser: IdMap<UserId, readonly Subscription[]>,
    members: IdMap<ChannelId, IdSet<UserId>>,
    deactivated: IdSet<UserId>,
  ): SubscriptionIndex {
    return new SubscriptionIndex(byUser, members, deactivated);
  }

  ofUser(userId: UserId): readonly Subscription[] {
    return this.byUser.get(userId) ?? none;
  }

  get(userId: UserId, channelId: ChannelId): Subscription | undefined {
    const all = this.ofUser(userId);
    const found = all[indexOf(all, channelId)];
    return found?.channelId === channelId ? found : undefined;
  }

  subscribers(channelId: ChannelId): IdSet<UserId> {
    return (this.members.get(channelId) ?? IdSet.empty).minus(this.deactivated);
  }

  /** Number of channels that ever had subscribers, for estimates of memory. */
  get channelCount(): number {
    return this.members.size;
  }

  /** Applies changed subscriptions, and users who were deactivated or reactivated. */
  changed(
    puts: readonly SubscriptionPut[],
    deactivations: readonly (readonly [userId: UserId, isDeactivated: boolean])[],
  ): SubscriptionIndex {
    const lists = new Map<UserId, readonly Subscription[]>();
    const members = new Map<ChannelId, [userId: UserId, isMember: boolean][]>();
    for (const { userId, channelId, value } of puts) {
      lists.set(userId, replaced(lists.get(userId) ?? this.ofUser(userId), channelId, value));
      const ofChannel = members.get(channelId);
      const change: [UserId, boolean] = [userId, value?.isActive ?? false];
      if (ofChannel) ofChannel.push(change);
      else members.set(channelId, [change]);
    }
    return new SubscriptionIndex(
      this.byUser.changed([...lists].map(([id, list]) => [id, list.length > 0 ? list : undefined] as const)),
      this.members.changed(
        [...members].map(
          ([id, changes]) => [id, (this.members.get(id) ?? IdSet.empty).changed(changes)] as const,
        ),
      ),
      this.deactivated.changed(deactivations),
    );
  }
}

/** The list with one channel's subscription replaced. */
const replaced = (
  list: readonly Subscription[],
  channelId: ChannelId,
  value: Subscription | null,
): readonly Subscription[] => {
  const index = indexOf(list, channelId);
  const old = list[index]?.channelId === channelId ? 1 : 0;
  return list.toSpliced(index, old, ...(value ? [value] : []));
};

/** The index of the channel's subscription, or where to insert it. */
const indexOf = (list: readonly Subscription[], channelId: ChannelId): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.channelId ?? 0) < channelId) low = middle + 1;
    else high = middle;
  }
  return low;
};
