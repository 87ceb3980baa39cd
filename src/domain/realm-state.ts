import type { AllowedDomain } from "./allowed-domain";
import type { Channel } from "./channel";
import type { GroupChange, RealmChange, RealmEvent } from "./event";
import type { Conversation } from "./message";
import type { ProfileField, ProfileValue } from "./profile-field";
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
  /** In the order that administrators gave them. */
  readonly profileFields: readonly ProfileField[];
  readonly domains: ReadonlyMap<number, AllowedDomain>;
  /** Finds by the real address, in any case. */
  userByEmail(email: string): User | undefined;
  /** Finds by the real address or by `user12@host`. */
  userByAnyEmail(email: string, realmHost: string): User | undefined;
  channelByName(name: string): Channel | undefined;
  subscription(userId: number, channelId: number): Subscription | undefined;
  isSubscribed(userId: number, channelId: number): boolean;
  /** Past subscriptions included. */
  subscriptionsOf(userId: number): readonly Subscription[];
  /** Ids of those who are subscribed now; deactivated users are not among them. */
  subscribers(channelId: number): ReadonlySet<number>;
  /** Those with whom a guest has a direct conversation; nobody for others, who need no acquaintance. */
  acquaintancesOf(guestId: number): ReadonlySet<number>;
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
  readonly profileFields: readonly ProfileField[];
  readonly domains: readonly AllowedDomain[];
  /** Direct conversations of guests: who has one with whom. */
  readonly acquaintances: readonly { readonly guestId: number; readonly userIds: readonly number[] }[];
}

const nobody: ReadonlySet<number> = new Set();
const fold = (text: string): string => text.toLowerCase();

/** A realm after a change of some of its parts. */
export const changedRealm = (realm: Realm, change: RealmChange): Realm => ({
  ...realm,
  ...change,
  settings: { ...realm.settings, ...change.settings },
  permissions: { ...realm.permissions, ...change.permissions },
  userDefaults: { ...realm.userDefaults, ...change.userDefaults },
});

/** A group after a change of some of its parts. */
export const changedGroup = (group: UserGroup, change: GroupChange): UserGroup => ({
  ...group,
  ...change,
  permissions: { ...group.permissions, ...change.permissions },
});

/** A list without repeats after some were added or removed. */
export const changedList = (
  list: readonly number[],
  op: "add" | "remove",
  ids: readonly number[],
): readonly number[] =>
  op === "add" ? [...new Set([...list, ...ids])] : list.filter((id) => !ids.includes(id));

/** Settings after a change, and which of them the user has chosen. */
export const changedSettings = (
  { settings, chosenSettings }: Pick<User, "settings" | "chosenSettings">,
  { change, isOwnChoice }: Extract<RealmEvent, { type: "user_settings_changed" }>,
): Pick<User, "settings" | "chosenSettings"> => ({
  settings: { ...settings, ...change },
  chosenSettings: isOwnChoice ? [...new Set([...chosenSettings, ...Object.keys(change)])] : chosenSettings,
});

/** Profile values after a change; null removes one. */
export const changedProfile = (
  profile: User["profile"],
  values: Readonly<Record<string, ProfileValue | null>>,
): User["profile"] =>
  Object.fromEntries(
    Object.entries({ ...profile, ...values }).flatMap(([id, value]) => (value ? [[id, value]] : [])),
  );

/** The state that follows the log: the only thing that changes it is the next event. */
export class LiveRealmState implements RealmState {
  position: number;
  realm: Realm;
  readonly users = new Map<number, User>();
  readonly groups = new Map<number, UserGroup>();
  readonly channels = new Map<number, Channel>();
  readonly defaultChannels = new Set<number>();
  profileFields: readonly ProfileField[];
  readonly domains = new Map<number, AllowedDomain>();
  private readonly idsByEmail = new Map<string, number>();
  private readonly channelIdsByName = new Map<string, number>();
  private readonly byUser = new Map<number, Map<number, Subscription>>();
  private readonly active = new Map<number, Set<number>>();
  private readonly acquaintances = new Map<number, Set<number>>();

  constructor(snapshot: RealmSnapshot) {
    this.position = snapshot.position;
    this.realm = snapshot.realm;
    for (const user of snapshot.users) this.putUser(user);
    for (const group of snapshot.groups) this.groups.set(group.id, group);
    for (const channel of snapshot.channels) this.putChannel(channel);
    for (const id of snapshot.defaultChannels) this.defaultChannels.add(id);
    for (const subscription of snapshot.subscriptions) this.putSubscription(subscription);
    this.profileFields = snapshot.profileFields;
    for (const domain of snapshot.domains) this.domains.set(domain.id, domain);
    for (const { guestId, userIds } of snapshot.acquaintances)
      this.acquaintances.set(guestId, new Set(userIds));
  }

  /** Takes the event at the next position. */
  apply(event: RealmEvent): void {
    this.position += 1;
    switch (event.type) {
      case "realm_created":
        this.realm = event.realm;
        break;
      case "realm_changed":
        this.realm = changedRealm(this.realm, event.change);
        break;
      case "group_created":
        this.groups.set(event.group.id, event.group);
        break;
      case "group_changed":
        this.changeGroup(event.groupId, (group) => changedGroup(group, event.change));
        break;
      case "group_members_changed":
        this.changeGroup(event.groupId, ({ members, systemName }) =>
          systemName === null ? { members: changedList(members, event.op, event.userIds) } : {},
        );
        break;
      case "group_subgroups_changed":
        this.changeGroup(event.groupId, ({ subgroups }) => ({
          subgroups: changedList(subgroups, event.op, event.subgroupIds),
        }));
        break;
      case "user_created":
        this.putUser(event.user);
        break;
      case "user_changed":
        this.changeUser(event.userId, () => event.change);
        break;
      case "user_deactivated":
        this.changeUser(event.userId, () => ({ isActive: false }));
        this.countSubscriptions(event.userId, false);
        break;
      case "user_reactivated":
        this.changeUser(event.userId, () => ({ isActive: true, apiKeyVersion: event.apiKeyVersion }));
        this.countSubscriptions(event.userId, true);
        break;
      case "role_changed":
        this.changeUser(event.userId, () => ({ role: event.to }));
        if (event.to === "guest") this.acquaintances.set(event.userId, new Set(event.acquaintances));
        else this.acquaintances.delete(event.userId);
        break;
      case "bot_changed":
        this.changeUser(event.userId, ({ bot }) => ({ bot: bot && { ...bot, ...event.change } }));
        break;
      case "profile_values_changed":
        this.changeUser(event.userId, ({ profile }) => ({ profile: changedProfile(profile, event.values) }));
        break;
      case "user_settings_changed":
        this.changeUser(event.userId, (user) => changedSettings(user, event));
        break;
      case "user_status_changed":
        this.changeUser(event.userId, ({ status }) => ({ status: { ...status, ...event.change } }));
        break;
      case "alert_words_set":
        this.changeUser(event.userId, () => ({ alertWords: event.words }));
        break;
      case "muted_users_set":
        this.changeUser(event.userId, () => ({ mutedUsers: event.muted }));
        break;
      case "profile_fields_set":
        this.profileFields = event.fields;
        if (event.removedIds.length > 0) this.dropProfileValues(event.removedIds);
        break;
      case "domain_added":
      case "domain_changed":
        this.domains.set(event.domain.id, event.domain);
        break;
      case "domain_removed":
        this.domains.delete(event.domain.id);
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
      case "message_sent":
        if (event.beginsConversation) this.introduce(event.message.conversation);
        break;
      case "channel_revealed":
      case "messages_deleted":
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

  acquaintancesOf(guestId: number): ReadonlySet<number> {
    return this.acquaintances.get(guestId) ?? nobody;
  }

  private changeUser(userId: number, change: (user: User) => Partial<User>): void {
    const user = this.users.get(userId);
    if (user) this.putUser({ ...user, ...change(user) });
  }

  private changeGroup(groupId: number, change: (group: UserGroup) => Partial<UserGroup>): void {
    const group = this.groups.get(groupId);
    if (group) this.groups.set(groupId, { ...group, ...change(group) });
  }

  private dropProfileValues(fieldIds: readonly number[]): void {
    const gone = Object.fromEntries(fieldIds.map((id) => [id, null]));
    for (const user of this.users.values())
      if (fieldIds.some((id) => user.profile[id] !== undefined))
        this.users.set(user.id, { ...user, profile: changedProfile(user.profile, gone) });
  }

  /** Guests come to know those whom they have a direct conversation with. */
  private introduce(conversation: Conversation): void {
    if (conversation.kind !== "direct") return;
    for (const id of conversation.participants)
      if (this.users.get(id)?.role === "guest") {
        const known = this.acquaintances.get(id) ?? new Set<number>();
        for (const other of conversation.participants) known.add(other);
        this.acquaintances.set(id, known);
      }
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
    if (isActive && this.users.get(userId)?.isActive !== false) members.add(userId);
    else members.delete(userId);
  }

  /** Deactivated users keep their subscriptions, but are nobody's subscribers meanwhile. */
  private countSubscriptions(userId: number, isActive: boolean): void {
    for (const subscription of this.subscriptionsOf(userId)) {
      const members = this.active.get(subscription.channelId);
      if (isActive && subscription.isActive) members?.add(userId);
      else members?.delete(userId);
    }
  }

  private endSubscription(userId: number, channelId: number): void {
    const subscription = this.subscription(userId, channelId);
    if (subscription) this.putSubscription({ ...subscription, isActive: false });
  }
}
