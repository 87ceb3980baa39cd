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

/**
 * Subscriptions by user, and each channel's subscribers. Deactivated users keep theirs but don't count meanwhile: nothing but the
 * set of those who are gone changes when somebody goes, however many channels they are in.
 */
export class SubscriptionIndex {
  static readonly empty = new SubscriptionIndex(IdMap.empty(), IdMap.empty(), IdSet.empty);

  private constructor(
    /** By channel id within each user. */
    private readonly byUser: IdMap<readonly Subscription[]>,
    /** By channel: those who are subscribed, deactivated or not. */
    private readonly members: IdMap<IdSet>,
    private readonly deactivated: IdSet,
  ) {}

  /** Builds the index from what each user has, by channel id, who is in each channel, and who is gone. */
  static of(
    byUser: IdMap<readonly Subscription[]>,
    members: IdMap<IdSet>,
    deactivated: IdSet,
  ): SubscriptionIndex {
    return new SubscriptionIndex(byUser, members, deactivated);
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
    return (this.members.get(channelId) ?? IdSet.empty).minus(this.deactivated);
  }

  /** How many channels have had subscribers, for estimates of memory. */
  get channelCount(): number {
    return this.members.size;
  }

  /** Takes changed subscriptions, and users of whom it changed whether they are deactivated. */
  changed(
    puts: readonly SubscriptionPut[],
    deactivations: readonly (readonly [userId: number, isDeactivated: boolean])[],
  ): SubscriptionIndex {
    const lists = new Map<number, readonly Subscription[]>();
    const members = new Map<number, [userId: number, isMember: boolean][]>();
    for (const { userId, channelId, value } of puts) {
      lists.set(userId, replaced(lists.get(userId) ?? this.of(userId), channelId, value));
      const ofChannel = members.get(channelId);
      const change: [number, boolean] = [userId, value?.isActive ?? false];
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
