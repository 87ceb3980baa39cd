import { Acquaintances } from "./acquaintances";
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
import { type ChannelEvent, channelAfter, isAboutChannels } from "./channel-event";
import type { ChannelFolder } from "./channel-folder";
import type { RealmEvent } from "./event";
import type { Invitation } from "./invitation";
import { isAboutInvitations, takeInvitationEvent } from "./invitation-event";
import type { Linkifier } from "./linkifier";
import { isAboutMessages } from "./message-event";
import type { PeopleEvent } from "./people-event";
import { isPersonal } from "./personal-event";
import type { Playground } from "./playground";
import type { ProfileField } from "./profile-field";
import type { UserDevices } from "./push-device";
import { isAboutPush, takePushEvent } from "./push-event";
import type { Realm } from "./realm";
import { isAboutEmoji, type RealmEmoji, takeEmojiEvent } from "./realm-emoji";
import type { RealmSnapshot, RealmState } from "./realm-state";
import type { Subscription } from "./subscription";
import { SubscriptionIndex } from "./subscription-index";
import { type User, userIdOfDummyEmail } from "./user";
import type { UserGroup } from "./user-group";
import { UserIndex } from "./user-index";

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
  private readonly acquaintances = new Acquaintances((id) => this.users.get(id)?.role === "guest");

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
    for (const { guestId, userIds } of snapshot.acquaintances) this.acquaintances.put(guestId, userIds);
  }

  /** Takes the event at the next position. */
  apply(event: RealmEvent): void {
    this.position += 1;
    if (isAboutMessages(event)) {
      if (event.type === "message_sent" && event.beginsConversation)
        this.acquaintances.introduce(event.message.conversation);
    } else if (isAboutInvitations(event)) takeInvitationEvent(this.invitations, event);
    else if (isAboutEmoji(event)) takeEmojiEvent(this.emoji, event);
    else if (isAboutPush(event)) takePushEvent(this.pushDevices, event);
    else if (isAboutChannels(event)) this.applyToChannels(event);
    else if (!isPersonal(event)) this.applyToPeople(event);
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
    return this.acquaintances.of(guestId);
  }

  private applyToPeople(event: PeopleEvent): void {
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
        if (event.to === "guest") this.acquaintances.put(event.userId, event.acquaintances ?? []);
        else this.acquaintances.remove(event.userId);
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
    }
  }

  private applyToChannels(event: ChannelEvent): void {
    switch (event.type) {
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
      case "channel_revealed":
      case "channel_hidden":
        break;
    }
  }

  private changeUser(event: UserEvent): void {
    const user = this.users.get(event.userId);
    if (user) this.putUser(userAfter(user, event));
  }

  private changeGroup(event: GroupEvent): void {
    const group = this.groups.get(event.groupId);
    if (group) this.groups.set(group.id, groupAfter(group, event));
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
