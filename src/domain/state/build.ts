import type { AllowedDomain } from "../allowed-domain";
import type { Channel } from "../channel";
import type { ChannelFolder } from "../channel-folder";
import type { DefaultChannelGroup } from "../default-channel-group";
import type { Invitation } from "../invitation";
import type { Linkifier } from "../linkifier";
import type { Playground } from "../playground";
import type { ProfileField } from "../profile-field";
import type { UserDevices } from "../push-device";
import type { Realm } from "../realm";
import type { RealmEmoji } from "../realm-emoji";
import { RealmState } from "../realm-state";
import type { Subscription } from "../subscription";
import type { User } from "../user";
import type { GroupWithMembers } from "../user-group";
import { ChannelNames } from "./channel-names";
import { IdMap } from "./id-map";
import { IdSet } from "./id-set";
import { SharedParts } from "./shared-parts";
import { SubscriptionIndex } from "./subscription-index";
import { UserIndex } from "./user-index";

/** What a state is made from that is never so much that it must come in slices. */
export interface StateFrame {
  readonly position: number;
  readonly realm: Realm;
  readonly groups: readonly GroupWithMembers[];
  readonly channels: readonly Channel[];
  readonly defaultChannels: readonly number[];
  readonly defaultChannelGroups: readonly DefaultChannelGroup[];
  readonly channelFolders: readonly ChannelFolder[];
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

/**
 * Builds a state from slices of users and then of their subscriptions, so that whoever loads ten thousand people can let
 * others go on between two slices.
 */
export class StateBuilder {
  private users = IdMap.empty<User>();
  private userIndex = UserIndex.empty;
  private byUser = IdMap.empty<readonly Subscription[]>();
  private readonly members = new Map<number, number[]>();
  private readonly deactivated: number[] = [];
  private readonly parts = new SharedParts();

  constructor(private readonly frame: StateFrame) {}

  addUsers(given: readonly User[]): void {
    const slice = given.map((user) => this.parts.of(user));
    for (const { id, isActive } of slice) if (!isActive) this.deactivated.push(id);
    this.users = this.users.changed(slice.map((user) => [user.id, user] as const));
    this.userIndex = this.userIndex.changed(slice.map((user) => [undefined, user] as const));
  }

  /** All subscriptions of some users. */
  addSubscriptions(slice: readonly Subscription[]): void {
    const byUser = new Map<number, Subscription[]>();
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
      channels: byId(frame.channels),
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

const byId = <V extends { readonly id: number }>(all: readonly V[]): IdMap<V> =>
  IdMap.of(all.map((one) => [one.id, one] as const));

/** Everything that a state is made from. */
export interface RealmSnapshot extends StateFrame {
  readonly users: readonly User[];
  readonly subscriptions: readonly Subscription[];
}

/** The state that a snapshot describes, built at once. */
export const stateOf = ({ users, subscriptions, ...frame }: RealmSnapshot): RealmState => {
  const builder = new StateBuilder(frame);
  builder.addUsers(users);
  builder.addSubscriptions(subscriptions);
  return builder.build();
};
