import type { AllowedDomain } from "../allowed-domain";
import type { Channel } from "../channel";
import type { ChannelFolder } from "../channel-folder";
import type { Invitation } from "../invitation";
import type { Linkifier } from "../linkifier";
import type { Playground } from "../playground";
import type { ProfileField } from "../profile-field";
import type { UserDevices } from "../push-device";
import type { Realm } from "../realm";
import type { RealmEmoji } from "../realm-emoji";
import { type RealmParts, RealmState } from "../realm-state";
import type { User } from "../user";
import type { UserGroup } from "../user-group";
import type { IdMap } from "./id-map";
import { IdSet } from "./id-set";
import type { SubscriptionPut } from "./subscription-index";

/** The parts that hold things by id. */
interface ById {
  readonly users: User;
  readonly groups: UserGroup;
  readonly channels: Channel;
  readonly domains: AllowedDomain;
  readonly emoji: RealmEmoji;
  readonly invitations: Invitation;
  /** By user. */
  readonly pushDevices: UserDevices;
  /** By guest: whom they know, ascending. */
  readonly acquaintances: readonly number[];
}

/** The parts that are replaced whole. */
interface Whole {
  readonly realm: Realm;
  readonly defaultChannels: readonly number[];
  readonly channelFolders: readonly ChannelFolder[];
  readonly profileFields: readonly ProfileField[];
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
}

/** One thing of a state as it is from now on; null where it is no more. Plain JSON, so that it can be stored. */
export type StateChange =
  | {
      readonly [Part in keyof ById]: {
        readonly part: Part;
        readonly id: number;
        readonly value: ById[Part] | null;
      };
    }[keyof ById]
  | { readonly [Part in keyof Whole]: { readonly part: Part; readonly value: Whole[Part] } }[keyof Whole]
  | ({ readonly part: "subscriptions" } & SubscriptionPut);

type ChangeOf<Part extends StateChange["part"]> = Extract<StateChange, { part: Part }>;

/** The state at a position, with the changes made. Indexes follow. */
export const changedState = (
  state: RealmState,
  position: number,
  changes: readonly StateChange[],
): RealmState => {
  if (changes.length === 0) return new RealmState(position, state.parts);
  const { parts } = state;
  const of = <Part extends StateChange["part"]>(part: Part): readonly ChangeOf<Part>[] =>
    changes.filter((change): change is ChangeOf<Part> => change.part === part);
  const last = <Part extends keyof Whole>(part: Part): Whole[Part] | undefined =>
    (of(part).at(-1) as { readonly value: Whole[Part] } | undefined)?.value;
  const users = changedMap(parts.users, of("users"));
  const userPairs = pairs(parts.users, of("users"), users);
  const acquaintances = of("acquaintances").map(
    ({ id, value }) => [id, value === null ? undefined : IdSet.of(value)] as const,
  );
  const defaultChannels = last("defaultChannels");
  const channels = changedMap(parts.channels, of("channels"));
  const subscriptions = parts.subscriptions.changed(
    of("subscriptions"),
    userPairs.flatMap(([before, now]) => (before && now && before.isActive !== now.isActive ? [now.id] : [])),
    (id) => users.get(id)?.isActive !== false,
  );
  const next: RealmParts = {
    realm: last("realm") ?? parts.realm,
    users,
    groups: changedMap(parts.groups, of("groups")),
    channels,
    defaultChannels: defaultChannels ? IdSet.of(defaultChannels) : parts.defaultChannels,
    channelFolders: last("channelFolders") ?? parts.channelFolders,
    profileFields: last("profileFields") ?? parts.profileFields,
    linkifiers: last("linkifiers") ?? parts.linkifiers,
    playgrounds: last("playgrounds") ?? parts.playgrounds,
    domains: changedMap(parts.domains, of("domains")),
    emoji: changedMap(parts.emoji, of("emoji")),
    invitations: changedMap(parts.invitations, of("invitations")),
    pushDevices: changedMap(parts.pushDevices, of("pushDevices")),
    acquaintances:
      acquaintances.length > 0 ? parts.acquaintances.changed(acquaintances) : parts.acquaintances,
    subscriptions,
    userIndex: userPairs.length > 0 ? parts.userIndex.changed(userPairs) : parts.userIndex,
    channelNames: parts.channelNames.changed(pairs(parts.channels, of("channels"), channels)),
  };
  return new RealmState(position, next);
};

/** The changes that lead back to what the state is now. */
export const undoing = (state: RealmState, changes: readonly StateChange[]): readonly StateChange[] =>
  changes.map((change) => inverse(state.parts, change)).toReversed();

const inverse = (parts: RealmParts, change: StateChange): StateChange => {
  switch (change.part) {
    case "realm":
      return { part: "realm", value: parts.realm };
    case "defaultChannels":
      return { part: "defaultChannels", value: [...parts.defaultChannels] };
    case "channelFolders":
      return { part: "channelFolders", value: parts.channelFolders };
    case "profileFields":
      return { part: "profileFields", value: parts.profileFields };
    case "linkifiers":
      return { part: "linkifiers", value: parts.linkifiers };
    case "playgrounds":
      return { part: "playgrounds", value: parts.playgrounds };
    case "subscriptions": {
      const { userId, channelId } = change;
      return { ...change, value: parts.subscriptions.get(userId, channelId) ?? null };
    }
    case "acquaintances": {
      const known = parts.acquaintances.get(change.id);
      return { ...change, value: known ? [...known] : null };
    }
    case "users":
      return { ...change, value: parts.users.get(change.id) ?? null };
    case "groups":
      return { ...change, value: parts.groups.get(change.id) ?? null };
    case "channels":
      return { ...change, value: parts.channels.get(change.id) ?? null };
    case "domains":
      return { ...change, value: parts.domains.get(change.id) ?? null };
    case "emoji":
      return { ...change, value: parts.emoji.get(change.id) ?? null };
    case "invitations":
      return { ...change, value: parts.invitations.get(change.id) ?? null };
    case "pushDevices":
      return { ...change, value: parts.pushDevices.get(change.id) ?? null };
  }
};

interface Put<V> {
  readonly id: number;
  readonly value: V | null;
}

const changedMap = <V extends {}>(map: IdMap<V>, puts: readonly Put<V>[]): IdMap<V> =>
  puts.length === 0 ? map : map.changed(puts.map(({ id, value }) => [id, value ?? undefined] as const));

/** What was and what is, of each id that a change names. */
const pairs = <V extends {}>(
  before: IdMap<V>,
  puts: readonly Put<V>[],
  now: IdMap<V>,
): readonly (readonly [V | undefined, V | undefined])[] =>
  [...new Set(puts.map(({ id }) => id))].map((id) => [before.get(id), now.get(id)] as const);
