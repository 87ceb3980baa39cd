import type { Subscription, SubscriptionChange } from "./subscription";

const nobody: ReadonlySet<number> = new Set();

/** Subscriptions by user, and who counts as a channel's subscriber: deactivated users don't meanwhile. */
export class SubscriptionIndex {
  private readonly byUser = new Map<number, Map<number, Subscription>>();
  private readonly active = new Map<number, Set<number>>();

  constructor(private readonly isActiveUser: (userId: number) => boolean) {}

  of(userId: number): readonly Subscription[] {
    return [...(this.byUser.get(userId)?.values() ?? [])];
  }

  get(userId: number, channelId: number): Subscription | undefined {
    return this.byUser.get(userId)?.get(channelId);
  }

  subscribers(channelId: number): ReadonlySet<number> {
    return this.active.get(channelId) ?? nobody;
  }

  put(subscription: Subscription): void {
    const { userId, channelId } = subscription;
    const own = this.byUser.get(userId) ?? new Map<number, Subscription>();
    this.byUser.set(userId, own.set(channelId, subscription));
    this.count(subscription);
  }

  change(userId: number, channelId: number, change: SubscriptionChange): void {
    const subscription = this.get(userId, channelId);
    if (subscription) this.put({ ...subscription, ...change });
  }

  end(userId: number, channelId: number): void {
    const subscription = this.get(userId, channelId);
    if (subscription) this.put({ ...subscription, isActive: false });
  }

  /** Counts a user's subscriptions again after they went or came back. */
  recount(userId: number): void {
    for (const subscription of this.of(userId)) this.count(subscription);
  }

  private count({ userId, channelId, isActive }: Subscription): void {
    const members = this.active.get(channelId) ?? new Set<number>();
    this.active.set(channelId, members);
    if (isActive && this.isActiveUser(userId)) members.add(userId);
    else members.delete(userId);
  }
}
