import type { ChannelFolder } from "../channel-folders/channel-folder";
import type { Channel } from "../channels/channel";
import type { DefaultChannelGroup } from "../channels/default-channel-group";
import type { Subscription } from "../channels/subscription";
import type { AllowedDomain } from "../domains/allowed-domain";
import type { RealmEmoji } from "../emoji/realm-emoji";
import type { UserGroup } from "../groups/user-group";
import type { ChannelId, DomainId, EmojiId, GroupId, InvitationId, UserId } from "../ids";
import type { Invitation } from "../invitations/invitation";
import type { Linkifier } from "../linkifiers/linkifier";
import type { Playground } from "../playgrounds/playground";
import type { ProfileField } from "../profile-fields/profile-field";
import type { UserDevices } from "../push/push-device";
import type { Realm } from "../realm/realm";
import { isSameAddress } from "../users/email";
import { type User, userIdOfDummyEmail } from "../users/user";
import type { ChannelNames } from "./channel-names";
import type { IdMap } from "./id-map";
import { IdSet } from "./id-set";
import type { PersonIndex } from "./person-index";
import type { Standings } from "./standings";
import type { SubscriptionIndex } from "./subscription-index";
import type { AlertWords, UserIndex } from "./user-index";

/** The content of a state, without its log position. */
export interface RealmParts {
  readonly realm: Realm;
  readonly users: IdMap<UserId, User>;
  readonly groups: IdMap<GroupId, UserGroup>;
  /** Direct members of each user-defined group. */
  readonly members: IdMap<GroupId, IdSet<UserId>>;
  /** User-defined groups by direct member. */
  readonly memberships: PersonIndex<GroupId>;
  /** Groups by the people their permissions name. */
  readonly groupsNaming: PersonIndex<GroupId>;
  readonly channels: IdMap<ChannelId, Channel>;
  /** Channels by the people their permissions name. */
  readonly channelsNaming: PersonIndex<ChannelId>;
  readonly defaultChannels: IdSet<ChannelId>;
  /** In order of creation. */
  readonly defaultChannelGroups: readonly DefaultChannelGroup[];
  /** In the order set by administrators. */
  readonly channelFolders: readonly ChannelFolder[];
  /** In the order set by administrators. */
  readonly profileFields: readonly ProfileField[];
  /** In the order in which they apply. */
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
  readonly domains: IdMap<DomainId, AllowedDomain>;
  readonly emoji: IdMap<EmojiId, RealmEmoji>;
  readonly invitations: IdMap<InvitationId, Invitation>;
  readonly pushDevices: IdMap<UserId, UserDevices>;
  /** By guest: the users who share a direct conversation with the guest. */
  readonly acquaintances: IdMap<UserId, IdSet<UserId>>;
  readonly subscriptions: SubscriptionIndex;
  readonly userIndex: UserIndex;
  readonly channelNames: ChannelNames;
}

/**
 * A realm at one position of its log, without its messages: small enough for memory. It is immutable: `apply`
 * (state/apply.ts) creates the next one, which shares nearly all of it. Hold it as long as you like.
 */
export class RealmState {
  constructor(
    readonly position: number,
    readonly parts: RealmParts,
  ) {}

  /** This state at another position, if no event in between changed it. */
  at(position: number): RealmState {
    return position === this.position ? this : new RealmState(position, this.parts);
  }

  get realm(): Realm {
    return this.parts.realm;
  }

  get users(): IdMap<UserId, User> {
    return this.parts.users;
  }

  /** It was created with the realm, so it is among the first users. */
  get notificationBot(): User | undefined {
    return this.parts.users.find(({ isSystemBot }) => isSystemBot);
  }

  get groups(): ReadonlyMap<GroupId, UserGroup> {
    return this.parts.groups;
  }

  /**
   * Direct members of a group, including deactivated users. Roles determine the members of system groups
   * instead.
   */
  membersOf(groupId: GroupId): IdSet<UserId> {
    return this.parts.members.get(groupId) ?? IdSet.empty;
  }

  /** The user-defined groups that a user, maybe a deactivated one, is a direct member of. */
  membershipsOf(userId: UserId): IdSet<GroupId> {
    return this.parts.memberships.listing(userId);
  }

  /** The groups whose permissions name a user directly. */
  groupsNaming(userId: UserId): IdSet<GroupId> {
    return this.parts.groupsNaming.listing(userId);
  }

  /** The channels whose permissions name a user directly. */
  channelsNaming(userId: UserId): IdSet<ChannelId> {
    return this.parts.channelsNaming.listing(userId);
  }

  get channels(): ReadonlyMap<ChannelId, Channel> {
    return this.parts.channels;
  }

  get defaultChannels(): ReadonlySet<ChannelId> {
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

  get domains(): ReadonlyMap<DomainId, AllowedDomain> {
    return this.parts.domains;
  }

  /** Custom emoji, including deactivated ones. */
  get emoji(): ReadonlyMap<EmojiId, RealmEmoji> {
    return this.parts.emoji;
  }

  /** Including used, revoked and expired ones. */
  get invitations(): ReadonlyMap<InvitationId, Invitation> {
    return this.parts.invitations;
  }

  /** Devices that receive notifications, by user. */
  get pushDevices(): ReadonlyMap<UserId, UserDevices> {
    return this.parts.pushDevices;
  }

  /** Users by alert word in lower case, without deactivated users. */
  get alertWords(): AlertWords {
    return this.parts.userIndex.alertWords;
  }

  /** Users by role and activity. */
  get standings(): Standings {
    return this.parts.userIndex.standings;
  }

  /** Users, including deactivated ones, who muted this one. */
  mutersOf(userId: UserId): ReadonlySet<UserId> {
    return this.parts.userIndex.mutersOf(userId);
  }

  /** Whether any user, including deactivated ones, has a second factor. */
  get hasSecondFactors(): boolean {
    return this.parts.userIndex.withSecondFactors > 0;
  }

  /** Finds by the real address. */
  userByEmail(email: string): User | undefined {
    const holder = this.holderOfEmail(email);
    return holder && isSameAddress(holder.email, email) ? holder : undefined;
  }

  /**
   * The user, deactivated ones included, who keeps others from having this address. Two accounts differ in more than
   * the case of letters, while logins ignore the case of ASCII letters only.
   */
  holderOfEmail(email: string): User | undefined {
    const id = this.parts.userIndex.idByFoldedEmail(email);
    return id === undefined ? undefined : this.users.get(id);
  }

  /** Finds by the real address or by `user12@host`. */
  userByAnyEmail(email: string, realmHost: string): User | undefined {
    const id = userIdOfDummyEmail(email, realmHost);
    return (id === undefined ? undefined : this.users.get(id)) ?? this.userByEmail(email);
  }

  /** Users with this full name, ignoring case, the lowest id first. */
  usersNamed(fullName: string): readonly User[] {
    return [...this.parts.userIndex.idsByName(fullName)].flatMap((id) => this.users.get(id) ?? []);
  }

  channelByName(name: string): Channel | undefined {
    const id = this.parts.channelNames.idOf(name.trim());
    return id === undefined ? undefined : this.channels.get(id);
  }

  subscription(userId: UserId, channelId: ChannelId): Subscription | undefined {
    return this.parts.subscriptions.get(userId, channelId);
  }

  isSubscribed(userId: UserId, channelId: ChannelId): boolean {
    return this.subscribers(channelId).has(userId);
  }

  /** By channel id, including past subscriptions. */
  subscriptionsOf(userId: UserId): readonly Subscription[] {
    return this.parts.subscriptions.ofUser(userId);
  }

  /** Current subscribers, without deactivated users. */
  subscribers(channelId: ChannelId): IdSet<UserId> {
    return this.parts.subscriptions.subscribers(channelId);
  }

  /**
   * The users who share a direct conversation with a guest; empty for other users, whose view is not
   * restricted.
   */
  acquaintancesOf(guestId: UserId): ReadonlySet<UserId> {
    return this.parts.acquaintances.get(guestId) ?? IdSet.empty;
  }
}
