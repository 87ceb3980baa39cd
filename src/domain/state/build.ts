import type { ChannelFolder } from "../channel-folders/channel-folder";
import type { Channel } from "../channels/channel";
import type { DefaultChannelGroup } from "../channels/default-channel-group";
import type { Subscription } from "../channels/subscription";
import type { AllowedDomain } from "../domains/allowed-domain";
import type { RealmEmoji } from "../emoji/realm-emoji";
import type { GroupWithMembers } from "../groups/user-group";
import type { ChannelId, UserId } from "../ids";
import type { Invitation } from "../invitations/invitation";
import type { Linkifier } from "../linkifiers/linkifier";
import type { Playground } from "../playgrounds/playground";
import type { ProfileField } from "../profile-fields/profile-field";
import type { UserDevices } from "../push/push-device";
import type { Realm } from "../realm/realm";
import type { User } from "../users/user";
import { ChannelNames } from "./channel-names";
import { IdMap } from "./id-map";
import { IdSet } from "./id-set";
import { changedNames, type Permitting, replacedListings } from "./listings";
import { PersonIndex } from "./person-index";
import { RealmState } from "./realm-state";
import { SharedParts } from "./shared-parts";
import { SubscriptionIndex } from "./subscription-index";
import { UserIndex } from "./user-index";

/** The parts of a snapshot that are small enough to load at once. */
export interface StateFrame {
  readonly position: number;
  readonly realm: Realm;
  readonly groups: readonly GroupWithMembers[];
  readonly channels: readonly Channel[];
  readonly defaultChannels: readonly ChannelId[];
  readonly defaultChannelGroups: readonly DefaultChannelGroup[];
  readonly channelFolders: readonly ChannelFolder[];
  readonly profileFields: readonly ProfileField[];
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
  readonly domains: readonly AllowedDomain[];
  readonly emoji: readonly RealmEmoji[];
  readonly invitations: readonly Invitation[];
  readonly pushDevices: readonly (UserDevices & { readonly userId: UserId })[];
  /** Who shares a direct conversation with each guest. */
  readonly acquaintances: readonly { readonly guestId: UserId; readonly userIds: readonly UserId[] }[];
}

/**
 * Builds a state from slices of users and then of their subscriptions, so that loading ten thousand users can
 * yield to other work between slices.
 */
export class StateBuilder {
  private users = IdMap.empty<UserId, User>();
  private userIndex = UserIndex.empty;
  private byUser = IdMap.empty<UserId, readonly Subscription[]>();
  private readonly members = new Map<ChannelId, UserId[]>();
  private readonly deactivated: UserId[] = [];
  private readonly parts = new SharedParts();

  constructor(private readonly frame: StateFrame) {}

  addUsers(users: readonly User[]): void {
    const slice = users.map((user) => this.parts.withSharedParts(user));
    for (const { id, isActive } of slice) if (!isActive) this.deactivated.push(id);
    this.users = this.users.changed(slice.map((user) => [user.id, user] as const));
    this.userIndex = this.userIndex.changed(slice.map((user) => [undefined, user] as const));
  }

  /** Takes all subscriptions of some users. */
  addSubscriptions(slice: readonly Subscription[]): void {
    const byUser = new Map<UserId, Subscription[]>();
    for (const subscription of slice) {
      const { userId, channelId, isActive } = subscription;
      const list = byUser.get(userId) ?? [];
      list.push(subscription);
      byUser.set(userId, list);
      if (!isActive) continue;
      const members = this.members.get(channelId) ?? [];
      members.push(userId);
      this.members.set(channelId, members);
    }
    this.byUser = this.byUser.changed(
      [...byUser].map(
        ([userId, list]) => [userId, list.toSorted((a, b) => a.channelId - b.channelId)] as const,
      ),
    );
  }

  build(): RealmState {
    const { position, realm, ...frame } = this.frame;
    return new RealmState(position, {
      realm,
      users: this.users,
      groups: byId(frame.groups.map(({ members: _, ...group }) => group)),
      members: IdMap.of(frame.groups.map(({ id, members }) => [id, IdSet.of(members)] as const)),
      memberships: PersonIndex.of(
        frame.groups.flatMap(({ id, members }) => replacedListings(id, [], members)),
      ),
      groupsNaming: naming(frame.groups),
      channels: byId(frame.channels),
      channelsNaming: naming(frame.channels),
      defaultChannels: IdSet.of(frame.defaultChannels),
      defaultChannelGroups: frame.defaultChannelGroups,
      channelFolders: frame.channelFolders,
      profileFields: frame.profileFields,
      linkifiers: frame.linkifiers,
      playgrounds: frame.playgrounds,
      domains: byId(frame.domains),
      emoji: byId(frame.emoji),
      invitations: byId(frame.invitations),
      pushDevices: IdMap.of(frame.pushDevices.map(({ userId, ...devices }) => [userId, devices] as const)),
      acquaintances: IdMap.of(
        frame.acquaintances.map(({ guestId, userIds }) => [guestId, IdSet.of(userIds)] as const),
      ),
      subscriptions: SubscriptionIndex.of(
        this.byUser,
        IdMap.of([...this.members].map(([channelId, userIds]) => [channelId, IdSet.of(userIds)] as const)),
        IdSet.of(this.deactivated),
      ),
      userIndex: this.userIndex,
      channelNames: ChannelNames.empty.changed(
        frame.channels.map((channel) => [undefined, channel] as const),
      ),
    });
  }
}

const byId = <V extends { readonly id: number }>(all: readonly V[]): IdMap<V["id"], V> =>
  IdMap.of(all.map((one) => [one.id, one] as const));

const naming = <Id extends number>(all: readonly Permitting<Id>[]): PersonIndex<Id> =>
  PersonIndex.of(all.flatMap((one) => changedNames([undefined, one])));

/** Everything a state is built from. */
export interface RealmSnapshot extends StateFrame {
  readonly users: readonly User[];
  readonly subscriptions: readonly Subscription[];
}

/** Builds the state of a snapshot at once. */
export const stateOf = ({ users, subscriptions, ...frame }: RealmSnapshot): RealmState => {
  const builder = new StateBuilder(frame);
  builder.addUsers(users);
  builder.addSubscriptions(subscriptions);
  return builder.build();
};
