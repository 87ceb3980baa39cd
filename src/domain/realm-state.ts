import type { Channel } from "./channel";
import type { RealmEvent } from "./event";
import type { Realm } from "./realm";
import type { Subscription } from "./subscription";
import { type User, userIdOfDummyEmail } from "./user";
import type { UserGroup } from "./user-group";

/** What a realm is at one position of its log, save its messages: small enough to keep in memory. */
export interface RealmState {
  readonly position: number;
  readonly realm: Realm;
  readonly users: ReadonlyMap<number, User>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly defaultChannels: ReadonlySet<number>;
  /** Finds by the real address, in any case. */
  userByEmail(email: string): User | undefined;
  /** Finds by the real address or by `user12@host`. */
  userByAnyEmail(email: string, realmHost: string): User | undefined;
  channelByName(name: string): Channel | undefined;
  subscription(userId: number, channelId: number): Subscription | undefined;
  isSubscribed(userId: number, channelId: number): boolean;
  /** Past subscriptions included. */
  subscriptionsOf(userId: number): readonly Subscription[];
  /** Ids of those who are subscribed now. */
  subscribers(channelId: number): ReadonlySet<number>;
}

/** Everything that is needed to build a state, as storage holds it. */
export interface RealmSnapshot {
  readonly position: number;
  readonly realm: Realm;
  readonly users: readonly User[];
  readonly groups: readonly UserGroup[];
  readonly channels: readonly Channel[];
  readonly defaultChannels: readonly number[];
  readonly subscriptions: readonly Subscription[];
}

const nobody: ReadonlySet<number> = new Set();
const fold = (text: string): string => text.toLowerCase();

/** The state that follows the log: the only thing that changes it is the next event. */
export class LiveRealmState implements RealmState {
  position: number;
  realm: Realm;
  readonly users = new Map<number, User>();
  readonly groups = new Map<number, UserGroup>();
  readonly channels = new Map<number, Channel>();
  readonly defaultChannels = new Set<number>();
  private readonly idsByEmail = new Map<string, number>();
  private readonly channelIdsByName = new Map<string, number>();
  private readonly byUser = new Map<number, Map<number, Subscription>>();
  private readonly active = new Map<number, Set<number>>();

  constructor(snapshot: RealmSnapshot) {
    this.position = snapshot.position;
    this.realm = snapshot.realm;
    for (const user of snapshot.users) this.putUser(user);
    for (const group of snapshot.groups) this.groups.set(group.id, group);
    for (const channel of snapshot.channels) this.putChannel(channel);
    for (const id of snapshot.defaultChannels) this.defaultChannels.add(id);
    for (const subscription of snapshot.subscriptions) this.putSubscription(subscription);
  }

  /** Takes the event at the next position. */
  apply(event: RealmEvent): void {
    this.position += 1;
    switch (event.type) {
      case "realm_created":
        this.realm = event.realm;
        break;
      case "group_created":
        this.groups.set(event.group.id, event.group);
        break;
      case "user_created":
        this.putUser(event.user);
        break;
      case "channel_created":
        this.putChannel(event.channel);
        break;
      case "default_channels_set":
        this.defaultChannels.clear();
        for (const id of event.channelIds) this.defaultChannels.add(id);
        break;
      case "subscribed":
        for (const subscription of event.subscriptions) this.putSubscription(subscription);
        break;
      case "unsubscribed":
        for (const channelId of event.channelIds)
          for (const userId of event.userIds) this.endSubscription(userId, channelId);
        break;
      case "channel_revealed":
      case "message_sent":
      case "message_flags_changed":
        break;
    }
  }

  userByEmail(email: string): User | undefined {
    const id = this.idsByEmail.get(fold(email));
    return id === undefined ? undefined : this.users.get(id);
  }

  userByAnyEmail(email: string, realmHost: string): User | undefined {
    const id = userIdOfDummyEmail(email, realmHost);
    return (id === undefined ? undefined : this.users.get(id)) ?? this.userByEmail(email);
  }

  channelByName(name: string): Channel | undefined {
    const id = this.channelIdsByName.get(fold(name.trim()));
    return id === undefined ? undefined : this.channels.get(id);
  }

  subscription(userId: number, channelId: number): Subscription | undefined {
    return this.byUser.get(userId)?.get(channelId);
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.active.get(channelId)?.has(userId) ?? false;
  }

  subscriptionsOf(userId: number): readonly Subscription[] {
    return [...(this.byUser.get(userId)?.values() ?? [])];
  }

  subscribers(channelId: number): ReadonlySet<number> {
    return this.active.get(channelId) ?? nobody;
  }

  private putUser(user: User): void {
    const before = this.users.get(user.id);
    if (before) this.idsByEmail.delete(fold(before.email));
    this.users.set(user.id, user);
    this.idsByEmail.set(fold(user.email), user.id);
  }

  private putChannel(channel: Channel): void {
    const before = this.channels.get(channel.id);
    if (before) this.channelIdsByName.delete(fold(before.name));
    this.channels.set(channel.id, channel);
    this.channelIdsByName.set(fold(channel.name), channel.id);
  }

  private putSubscription(subscription: Subscription): void {
    const { userId, channelId, isActive } = subscription;
    const own = this.byUser.get(userId) ?? new Map<number, Subscription>();
    this.byUser.set(userId, own.set(channelId, subscription));
    const members = this.active.get(channelId) ?? new Set<number>();
    this.active.set(channelId, members);
    if (isActive) members.add(userId);
    else members.delete(userId);
  }

  private endSubscription(userId: number, channelId: number): void {
    const subscription = this.subscription(userId, channelId);
    if (subscription) this.putSubscription({ ...subscription, isActive: false });
  }
}
