import type { AllowedDomain } from "./allowed-domain";
import type { Channel } from "./channel";
import type { ChannelFolder } from "./channel-folder";
import type { DefaultChannelGroup } from "./default-channel-group";
import type { Invitation } from "./invitation";
import type { Linkifier } from "./linkifier";
import type { Playground } from "./playground";
import type { ProfileField } from "./profile-field";
import type { UserDevices } from "./push-device";
import type { Realm } from "./realm";
import type { RealmEmoji } from "./realm-emoji";
import type { ChannelNames } from "./state/channel-names";
import type { IdMap } from "./state/id-map";
import { IdSet } from "./state/id-set";
import type { SubscriptionIndex } from "./state/subscription-index";
import type { AlertWords, UserIndex } from "./state/user-index";
import type { Subscription } from "./subscription";
import { type User, userIdOfDummyEmail } from "./user";
import type { UserGroup } from "./user-group";

/** What a state holds, save its place in the log. */
export interface RealmParts {
  readonly realm: Realm;
  readonly users: IdMap<User>;
  readonly groups: IdMap<UserGroup>;
  /** By group that people made: who is in it by themselves. */
  readonly members: IdMap<IdSet>;
  readonly channels: IdMap<Channel>;
  readonly defaultChannels: IdSet;
  /** In the order of their making. */
  readonly defaultChannelGroups: readonly DefaultChannelGroup[];
  /** In the order that administrators gave them. */
  readonly channelFolders: readonly ChannelFolder[];
  /** In the order that administrators gave them. */
  readonly profileFields: readonly ProfileField[];
  /** In the order in which they apply. */
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
  readonly domains: IdMap<AllowedDomain>;
  readonly emoji: IdMap<RealmEmoji>;
  readonly invitations: IdMap<Invitation>;
  readonly pushDevices: IdMap<UserDevices>;
  /** By guest: whom they have a direct conversation with. */
  readonly acquaintances: IdMap<IdSet>;
  readonly subscriptions: SubscriptionIndex;
  readonly userIndex: UserIndex;
  readonly channelNames: ChannelNames;
}

/**
 * What a realm is at one position of its log, save its messages: small enough to keep in memory. It never changes:
 * `apply` (state/apply.ts) makes the next one, which shares nearly all of it. Hold it as long as you like.
 */
export class RealmState {
  constructor(
    readonly position: number,
    readonly parts: RealmParts,
  ) {}

  /** The same at another position, where nothing between changed it. */
  at(position: number): RealmState {
    return position === this.position ? this : new RealmState(position, this.parts);
  }

  get realm(): Realm {
    return this.parts.realm;
  }

  get users(): ReadonlyMap<number, User> {
    return this.parts.users;
  }

  get groups(): ReadonlyMap<number, UserGroup> {
    return this.parts.groups;
  }

  /** Those who are in a group by themselves, deactivated users among them; a system group's members follow from roles. */
  membersOf(groupId: number): ReadonlySet<number> {
    return this.parts.members.get(groupId) ?? IdSet.empty;
  }

  get channels(): ReadonlyMap<number, Channel> {
    return this.parts.channels;
  }

  get defaultChannels(): ReadonlySet<number> {
    return this.parts.defaultChannels;
  }

  get defaultChannelGroups(): readonly DefaultChannelGroup[] {
    return this.parts.defaultChannelGroups;
  }

  get channelFolders(): readonly ChannelFolder[] {
    return this.parts.channelFolders;
  }

  get profileFields(): readonly ProfileField[] {
    return this.parts.profileFields;
  }

  get linkifiers(): readonly Linkifier[] {
    return this.parts.linkifiers;
  }

  get playgrounds(): readonly Playground[] {
    return this.parts.playgrounds;
  }

  get domains(): ReadonlyMap<number, AllowedDomain> {
    return this.parts.domains;
  }

  /** The organization's own emoji, those out of use among them. */
  get emoji(): ReadonlyMap<number, RealmEmoji> {
    return this.parts.emoji;
  }

  /** Used, revoked and expired ones included. */
  get invitations(): ReadonlyMap<number, Invitation> {
    return this.parts.invitations;
  }

  /** Devices that get notifications, by user. */
  get pushDevices(): ReadonlyMap<number, UserDevices> {
    return this.parts.pushDevices;
  }

  /** Who wants to be alerted to which words, by the word in lower case; deactivated users are not among them. */
  get alertWords(): AlertWords {
    return this.parts.userIndex.alertWords;
  }

  /** Whether anybody has a second factor, who may be deactivated. */
  get hasSecondFactors(): boolean {
    return this.parts.userIndex.withSecondFactors > 0;
  }

  /** Finds by the real address, in any case. */
  userByEmail(email: string): User | undefined {
    const id = this.parts.userIndex.idByEmail(email);
    return id === undefined ? undefined : this.users.get(id);
  }

  /** Finds by the real address or by `user12@host`. */
  userByAnyEmail(email: string, realmHost: string): User | undefined {
    const id = userIdOfDummyEmail(email, realmHost);
    return (id === undefined ? undefined : this.users.get(id)) ?? this.userByEmail(email);
  }

  /** Users with this full name in any case, the lowest id first. */
  usersNamed(fullName: string): readonly User[] {
    return [...this.parts.userIndex.idsByName(fullName)].flatMap((id) => this.users.get(id) ?? []);
  }

  channelByName(name: string): Channel | undefined {
    const id = this.parts.channelNames.idOf(name.trim());
    return id === undefined ? undefined : this.channels.get(id);
  }

  subscription(userId: number, channelId: number): Subscription | undefined {
    return this.parts.subscriptions.get(userId, channelId);
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.subscribers(channelId).has(userId);
  }

  /** Past subscriptions included, by channel id. */
  subscriptionsOf(userId: number): readonly Subscription[] {
    return this.parts.subscriptions.of(userId);
  }

  /** Ids of those who are subscribed now; deactivated users are not among them. */
  subscribers(channelId: number): ReadonlySet<number> {
    return this.parts.subscriptions.subscribers(channelId);
  }

  /** Those with whom a guest has a direct conversation; nobody for others, who need no acquaintance. */
  acquaintancesOf(guestId: number): ReadonlySet<number> {
    return this.parts.acquaintances.get(guestId) ?? IdSet.empty;
  }
}
