import type { AllowedDomain } from "./allowed-domain";
import type { Channel } from "./channel";
import type { ChannelFolder } from "./channel-folder";
import type { Invitation } from "./invitation";
import type { Linkifier } from "./linkifier";
import type { Playground } from "./playground";
import type { ProfileField } from "./profile-field";
import type { UserDevices } from "./push-device";
import type { Realm } from "./realm";
import type { RealmEmoji } from "./realm-emoji";
import type { Subscription } from "./subscription";
import type { User } from "./user";
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
