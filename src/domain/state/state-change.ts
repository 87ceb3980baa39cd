import { profileAfter } from "../after-event";
import type { AllowedDomain } from "../allowed-domain";
import type { Channel } from "../channel";
import type { ChannelFolder } from "../channel-folder";
import type { DefaultChannelGroup } from "../default-channel-group";
import type { Invitation } from "../invitation";
import type { Linkifier } from "../linkifier";
import type { Playground } from "../playground";
import type { ProfileField, ProfileValue } from "../profile-field";
import type { UserDevices } from "../push-device";
import type { Realm } from "../realm";
import type { RealmEmoji } from "../realm-emoji";
import { type RealmParts, RealmState } from "../realm-state";
import type { User } from "../user";
import type { GroupWithMembers, UserGroup } from "../user-group";
import type { IdMap } from "./id-map";
import { IdSet } from "./id-set";
import type { SubscriptionPut } from "./subscription-index";

/** The parts that hold things by id. */
interface ById {
  readonly users: User;
  /** With members where it begins. */
  readonly groups: UserGroup & Partial<GroupWithMembers>;
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
  readonly defaultChannelGroups: readonly DefaultChannelGroup[];
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
  | ({ readonly part: "subscriptions" } & SubscriptionPut)
  | {
      readonly part: "members";
      readonly groupId: number;
      readonly op: "add" | "remove";
      readonly userIds: readonly number[];
    }
  | {
      readonly part: "profileValues";
      readonly fieldId: number;
      /** By user; null where the user has none. */
      readonly values: Readonly<Record<string, ProfileValue | null>>;
    };

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
  let deactivations: readonly (readonly [userId: number, isDeactivated: boolean])[] = [];
  for (const part of new Set(changes.map((change) => change.part)))
    switch (part) {
      case "users": {
        next.users = changedMap(parts.users, of(part));
        const users = pairs(parts.users, of(part), next.users);
        next.userIndex = parts.userIndex.changed(users);
        deactivations = users.flatMap(([was, is]) => {
          const id = is?.id ?? was?.id;
          const [wasGone, isGone] = [was?.isActive === false, is?.isActive === false];
          return id === undefined || wasGone === isGone ? [] : [[id, isGone] as const];
        });
        break;
      }
      case "profileValues":
        next.users = of(part).reduce(changedValues, next.users);
        break;
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
      case "groups": {
        const [groups, members] = putGroups(parts, of(part));
        next.groups = groups;
        next.members = members;
        break;
      }
      case "members":
        next.members = changedMembers(next.members, of(part));
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
  if (puts.length + deactivations.length > 0)
    next.subscriptions = parts.subscriptions.changed(puts, deactivations);
  return new RealmState(position, next);
};

/** Groups without their members, and these by group. A group that is no more has none. */
const putGroups = (
  { groups, members }: RealmParts,
  puts: readonly ChangeOf<"groups">[],
): readonly [RealmParts["groups"], RealmParts["members"]] => [
  groups.changed(
    puts.map(({ id, value }) => {
      if (value === null) return [id, undefined] as const;
      const { members: _, ...group } = value;
      return [id, group] as const;
    }),
  ),
  members.changed(
    puts.flatMap(({ id, value }) => {
      if (value !== null && value.members === undefined) return [];
      return [[id, value?.members && IdSet.of(value.members)] as const];
    }),
  ),
];

const changedMembers = (
  members: RealmParts["members"],
  changes: readonly ChangeOf<"members">[],
): RealmParts["members"] =>
  changes.reduce(
    (all, { groupId, op, userIds }) =>
      all.with(
        groupId,
        (all.get(groupId) ?? IdSet.empty).changed(userIds.map((id) => [id, op === "add"] as const)),
      ),
    members,
  );

const changedValues = (
  users: RealmParts["users"],
  { fieldId, values }: ChangeOf<"profileValues">,
): RealmParts["users"] =>
  users.changed(
    Object.entries(values).flatMap(([id, value]) => {
      const user = users.get(Number(id));
      return user
        ? [[user.id, { ...user, profile: profileAfter(user.profile, { [fieldId]: value }) }] as const]
        : [];
    }),
  );

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
