import type { Subscription } from "../subscription";
import { IdMap } from "./id-map";
import { IdSet } from "./id-set";

const none: readonly Subscription[] = [];

/** A subscription as it is from now on; null where there is none any more. */
export interface SubscriptionPut {
  readonly userId: number;
  readonly channelId: number;
  readonly value: Subscription | null;
}

/** Subscriptions by user, and each channel's subscribers. Deactivated users keep theirs but don't count meanwhile. */
export class SubscriptionIndex {
  static readonly empty = new SubscriptionIndex(IdMap.empty(), IdMap.empty());

  private constructor(
    /** By channel id within each user. */
    private readonly byUser: IdMap<readonly Subscription[]>,
    private readonly active: IdMap<IdSet>,
  ) {}

  /** Builds the index from what each user has, by channel id, and who counts in each channel. */
  static of(byUser: IdMap<readonly Subscription[]>, active: IdMap<IdSet>): SubscriptionIndex {
    return new SubscriptionIndex(byUser, active);
  }

  of(userId: number): readonly Subscription[] {
    return this.byUser.get(userId) ?? none;
  }

  get(userId: number, channelId: number): Subscription | undefined {
    const all = this.of(userId);
    const found = all[placeOf(all, channelId)];
    return found?.channelId === channelId ? found : undefined;
  }

  subscribers(channelId: number): ReadonlySet<number> {
    return this.active.get(channelId) ?? IdSet.empty;
  }

  /** How many channels have had subscribers, for estimates of memory. */
  get channelCount(): number {
    return this.active.size;
  }

  /** Takes changed subscriptions, and counts those of users anew who went or came back. */
  changed(
    puts: readonly SubscriptionPut[],
    recountedUsers: Iterable<number>,
    isActiveUser: (userId: number) => boolean,
  ): SubscriptionIndex {
    const lists = new Map<number, readonly Subscription[]>();
    const members = new Map<number, Map<number, boolean>>();
    const count = (userId: number, channelId: number, isActive: boolean): void => {
      const ofChannel = members.get(channelId) ?? new Map<number, boolean>();
      members.set(channelId, ofChannel.set(userId, isActive && isActiveUser(userId)));
    };
    for (const { userId, channelId, value } of puts) {
      lists.set(userId, replaced(lists.get(userId) ?? this.of(userId), channelId, value));
      count(userId, channelId, value?.isActive ?? false);
    }
    for (const userId of recountedUsers)
      for (const { channelId, isActive } of lists.get(userId) ?? this.of(userId))
        count(userId, channelId, isActive);
    if (lists.size === 0 && members.size === 0) return this;
    return new SubscriptionIndex(
      this.byUser.changed([...lists].map(([id, list]) => [id, list.length > 0 ? list : undefined] as const)),
      this.active.changed(
        [...members].map(
          ([id, changes]) => [id, (this.active.get(id) ?? IdSet.empty).changed(changes)] as const,
        ),
      ),
    );
  }
}

/** The list with one channel's subscription in its place. */
const replaced = (
  list: readonly Subscription[],
  channelId: number,
  value: Subscription | null,
): readonly Subscription[] => {
  const place = placeOf(list, channelId);
  const old = list[place]?.channelId === channelId ? 1 : 0;
  return list.toSpliced(place, old, ...(value ? [value] : []));
};

/** Where the channel's subscription is, or would be. */
const placeOf = (list: readonly Subscription[], channelId: number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.channelId ?? 0) < channelId) low = middle + 1;
    else high = middle;
  }
  return low;
};
