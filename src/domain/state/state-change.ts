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

/** The state at a position, with the changes made. Indexes follow. Parts that no change names cost nothing. */
export const changedState = (
  state: RealmState,
  position: number,
  changes: readonly StateChange[],
): RealmState => {
  if (changes.length === 0) return new RealmState(position, state.parts);
  const { parts } = state;
  const of = <Part extends StateChange["part"]>(part: Part): readonly ChangeOf<Part>[] =>
    changes.filter((change): change is ChangeOf<Part> => change.part === part);
  const next: { -readonly [Part in keyof RealmParts]: RealmParts[Part] } = { ...parts };
  let recounted: readonly number[] = [];
  for (const part of new Set(changes.map((change) => change.part)))
    switch (part) {
      case "users": {
        next.users = changedMap(parts.users, of(part));
        const users = pairs(parts.users, of(part), next.users);
        next.userIndex = parts.userIndex.changed(users);
        recounted = users.flatMap(([was, is]) => (was && is && was.isActive !== is.isActive ? [is.id] : []));
        break;
      }
      case "channels":
        next.channels = changedMap(parts.channels, of(part));
        next.channelNames = parts.channelNames.changed(pairs(parts.channels, of(part), next.channels));
        break;
      case "acquaintances":
        next.acquaintances = changedMap(
          parts.acquaintances,
          of(part).map(({ id, value }) => ({ id, value: value && IdSet.of(value) })),
        );
        break;
      case "groups":
        next.groups = changedMap(parts.groups, of(part));
        break;
      case "domains":
        next.domains = changedMap(parts.domains, of(part));
        break;
      case "emoji":
        next.emoji = changedMap(parts.emoji, of(part));
        break;
      case "invitations":
        next.invitations = changedMap(parts.invitations, of(part));
        break;
      case "pushDevices":
        next.pushDevices = changedMap(parts.pushDevices, of(part));
        break;
      case "defaultChannels":
        next.defaultChannels = IdSet.of(of(part).at(-1)?.value ?? []);
        break;
      case "subscriptions":
        break;
      default:
        Object.assign(next, { [part]: of(part).at(-1)?.value });
    }
  const puts = of("subscriptions");
  if (puts.length + recounted.length > 0)
    next.subscriptions = parts.subscriptions.changed(
      puts,
      recounted,
      (id) => next.users.get(id)?.isActive !== false,
    );
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
