import {
  type GroupEvent,
  groupAfter,
  realmAfter,
  type UserEvent,
  userAfter,
  withoutFields,
} from "./after-event";
import type { AllowedDomain } from "./allowed-domain";
import type { Channel } from "./channel";
import { channelAfter } from "./channel-event";
import type { ChannelFolder } from "./channel-folder";
import type { RealmEvent } from "./event";
import type { Invitation } from "./invitation";
import { isAboutInvitations, takeInvitationEvent } from "./invitation-event";
import type { Linkifier } from "./linkifier";
import type { Conversation } from "./message";
import { isPersonal } from "./personal-event";
import type { Playground } from "./playground";
import type { ProfileField } from "./profile-field";
import type { UserDevices } from "./push-device";
import { isAboutPush, takePushEvent } from "./push-event";
import type { Realm } from "./realm";
import type { RealmEmoji } from "./realm-emoji";
import type { Subscription } from "./subscription";
import { SubscriptionIndex } from "./subscription-index";
import { type User, userIdOfDummyEmail } from "./user";
import type { UserGroup } from "./user-group";
import { UserIndex } from "./user-index";

/** What a realm is at one position of its log, save its messages: small enough to keep in memory. */
export interface RealmState {
  readonly position: number;
  readonly realm: Realm;
  readonly users: ReadonlyMap<number, User>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly defaultChannels: ReadonlySet<number>;
  /** In the order that administrators gave them. */
  readonly channelFolders: readonly ChannelFolder[];
  /** In the order that administrators gave them. */
  readonly profileFields: readonly ProfileField[];
  /** In the order in which they apply. */
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
  readonly domains: ReadonlyMap<number, AllowedDomain>;
  /** The organization's own, those out of use among them. */
  readonly emoji: ReadonlyMap<number, RealmEmoji>;
  /** Used, revoked and expired ones included. */
  readonly invitations: ReadonlyMap<number, Invitation>;
  /** Devices that get notifications, by user. */
  readonly pushDevices: ReadonlyMap<number, UserDevices>;
  /** Finds by the real address, in any case. */
  userByEmail(email: string): User | undefined;
  /** Finds by the real address or by `user12@host`. */
  userByAnyEmail(email: string, realmHost: string): User | undefined;
  channelByName(name: string): Channel | undefined;
  /** Those of this full name, in any case; the one who came first is first. */
  usersNamed(fullName: string): readonly User[];
  /** Who wants to be alerted to which words, by the word in lower case; deactivated users are not among them. */
  readonly alertWords: ReadonlyMap<string, ReadonlySet<number>>;
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
  readonly channelFolders: readonly ChannelFolder[];
  readonly subscriptions: readonly Subscription[];
  readonly profileFields: readonly ProfileField[];
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
  readonly domains: readonly AllowedDomain[];
  readonly emoji: readonly RealmEmoji[];
  readonly invitations: readonly Invitation[];
  readonly pushDevices: readonly (UserDevices & { readonly userId: number })[];
  /** Direct conversations of guests: who has one with whom. */
  readonly acquaintances: readonly { readonly guestId: number; readonly userIds: readonly number[] }[];
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
  channelFolders: readonly ChannelFolder[];
  profileFields: readonly ProfileField[];
  linkifiers: readonly Linkifier[];
  playgrounds: readonly Playground[];
  readonly domains = new Map<number, AllowedDomain>();
  readonly emoji = new Map<number, RealmEmoji>();
  readonly invitations = new Map<number, Invitation>();
  readonly pushDevices = new Map<number, UserDevices>();
  private readonly userIndex = new UserIndex();
  private readonly channelIdsByName = new Map<string, number>();
  private readonly subscriptions = new SubscriptionIndex((id) => this.users.get(id)?.isActive !== false);
  private readonly acquaintances = new Map<number, Set<number>>();

  constructor(snapshot: RealmSnapshot) {
    this.position = snapshot.position;
    this.realm = snapshot.realm;
    for (const user of snapshot.users) this.putUser(user);
    for (const group of snapshot.groups) this.groups.set(group.id, group);
    for (const channel of snapshot.channels) this.putChannel(channel);
    for (const id of snapshot.defaultChannels) this.defaultChannels.add(id);
    this.channelFolders = snapshot.channelFolders;
    for (const subscription of snapshot.subscriptions) this.subscriptions.put(subscription);
    this.profileFields = snapshot.profileFields;
    this.linkifiers = snapshot.linkifiers;
    this.playgrounds = snapshot.playgrounds;
    for (const domain of snapshot.domains) this.domains.set(domain.id, domain);
    for (const one of snapshot.emoji) this.emoji.set(one.id, one);
    for (const invitation of snapshot.invitations) this.invitations.set(invitation.id, invitation);
    for (const { userId, ...devices } of snapshot.pushDevices) this.pushDevices.set(userId, devices);
    for (const { guestId, userIds } of snapshot.acquaintances)
      this.acquaintances.set(guestId, new Set(userIds));
  }

  /** Takes the event at the next position. */
  apply(event: RealmEvent): void {
    this.position += 1;
    if (isPersonal(event)) return;
    if (isAboutInvitations(event)) {
      takeInvitationEvent(this.invitations, event);
      return;
    }
    if (isAboutPush(event)) {
      takePushEvent(this.pushDevices, event);
      return;
    }
    switch (event.type) {
      case "realm_created":
        this.realm = event.realm;
        break;
      case "realm_changed":
        this.realm = realmAfter(this.realm, event.change);
        break;
      case "group_created":
        this.groups.set(event.group.id, event.group);
        break;
      case "group_changed":
      case "group_members_changed":
      case "group_subgroups_changed":
        this.changeGroup(event);
        break;
      case "user_created":
        this.putUser(event.user);
        break;
      case "user_deactivated":
      case "user_reactivated":
        this.changeUser(event);
        this.subscriptions.recount(event.userId);
        break;
      case "role_changed":
        this.changeUser(event);
        if (event.to === "guest") this.acquaintances.set(event.userId, new Set(event.acquaintances));
        else this.acquaintances.delete(event.userId);
        break;
      case "user_changed":
      case "bot_changed":
      case "profile_values_changed":
      case "user_settings_changed":
      case "user_status_changed":
      case "alert_words_set":
      case "muted_users_set":
        this.changeUser(event);
        break;
      case "profile_fields_set":
        this.profileFields = event.fields;
        for (const user of this.users.values())
          this.users.set(user.id, withoutFields(user, event.removedIds));
        break;
      case "linkifiers_set":
        this.linkifiers = event.linkifiers;
        break;
      case "playgrounds_set":
        this.playgrounds = event.playgrounds;
        break;
      case "domain_added":
      case "domain_changed":
        this.domains.set(event.domain.id, event.domain);
        break;
      case "domain_removed":
        this.domains.delete(event.domain.id);
        break;
      case "emoji_added":
        this.emoji.set(event.emoji.id, event.emoji);
        break;
      case "emoji_deactivated": {
        const emoji = this.emoji.get(event.emojiId);
        if (emoji) this.emoji.set(emoji.id, { ...emoji, isDeactivated: true });
        break;
      }
      case "channel_created":
        this.putChannel(event.channel);
        break;
      case "channel_changed": {
        const channel = this.channels.get(event.channelId);
        if (channel) this.putChannel(channelAfter(channel, event.change));
        break;
      }
      case "channel_folders_set":
        this.channelFolders = event.folders;
        break;
      case "subscriptions_changed":
        for (const { channelId, change } of event.changes)
          this.subscriptions.change(event.userId, channelId, change);
        break;
      case "default_channels_set":
        this.defaultChannels.clear();
        for (const id of event.channelIds) this.defaultChannels.add(id);
        break;
      case "subscribed":
        for (const subscription of event.subscriptions) this.subscriptions.put(subscription);
        break;
      case "unsubscribed":
        for (const channelId of event.channelIds)
          for (const userId of event.userIds) this.subscriptions.end(userId, channelId);
        break;
      case "message_sent":
        if (event.beginsConversation) this.introduce(event.message.conversation);
        break;
      case "channel_revealed":
      case "channel_hidden":
      case "messages_deleted":
      case "messages_restored":
      case "reaction_changed":
      case "submessage_added":
      case "message_edited":
      case "message_rendered":
      case "messages_moved":
      case "message_flags_changed":
        break;
    }
  }

  userByEmail(email: string): User | undefined {
    const id = this.userIndex.idByEmail(email);
    return id === undefined ? undefined : this.users.get(id);
  }

  usersNamed(fullName: string): readonly User[] {
    return this.userIndex.idsByName(fullName).flatMap((id) => this.users.get(id) ?? []);
  }

  get alertWords(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.userIndex.alertWords;
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
    return this.subscriptions.get(userId, channelId);
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.subscriptions.subscribers(channelId).has(userId);
  }

  subscriptionsOf(userId: number): readonly Subscription[] {
    return this.subscriptions.of(userId);
  }

  subscribers(channelId: number): ReadonlySet<number> {
    return this.subscriptions.subscribers(channelId);
  }

  acquaintancesOf(guestId: number): ReadonlySet<number> {
    return this.acquaintances.get(guestId) ?? nobody;
  }

  private changeUser(event: UserEvent): void {
    const user = this.users.get(event.userId);
    if (user) this.putUser(userAfter(user, event));
  }

  private changeGroup(event: GroupEvent): void {
    const group = this.groups.get(event.groupId);
    if (group) this.groups.set(group.id, groupAfter(group, event));
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
    this.userIndex.replace(this.users.get(user.id), user);
    this.users.set(user.id, user);
  }

  private putChannel(channel: Channel): void {
    const before = this.channels.get(channel.id);
    if (before) this.channelIdsByName.delete(fold(before.name));
    this.channels.set(channel.id, channel);
    this.channelIdsByName.set(fold(channel.name), channel.id);
  }
}
