import type { ChannelFolder } from "../channel-folders/channel-folder";
import type { Channel } from "../channels/channel";
import type { DefaultChannelGroup } from "../channels/default-channel-group";
import type { AllowedDomain } from "../domains/allowed-domain";
import type { RealmEmoji } from "../emoji/realm-emoji";
import { profileAfter } from "../events/after-event";
import type { GroupWithMembers, UserGroup } from "../groups/user-group";
import type { ChannelId, GroupId, ProfileFieldId, UserId } from "../ids";
import type { Invitation } from "../invitations/invitation";
import type { Linkifier } from "../linkifiers/linkifier";
import type { Playground } from "../playgrounds/playground";
import type { ProfileField, ProfileValue } from "../profile-fields/profile-field";
import type { UserDevices } from "../push/push-device";
import type { Realm } from "../realm/realm";
import type { User } from "../users/user";
import type { IdMap } from "./id-map";
import { IdSet } from "./id-set";
import { changedNames, replacedListings } from "./listings";
import { type RealmParts, RealmState } from "./realm-state";
import type { SubscriptionPut } from "./subscription-index";

/** The parts that hold entries by id. */
interface ById {
  readonly users: User;
  /** A new group comes with its members. */
  readonly groups: UserGroup & Partial<GroupWithMembers>;
  readonly channels: Channel;
  readonly domains: AllowedDomain;
  readonly emoji: RealmEmoji;
  readonly invitations: Invitation;
  /** By user. */
  readonly pushDevices: UserDevices;
  /** By guest: the users who share a direct conversation, ascending. */
  readonly acquaintances: readonly UserId[];
}

/** The parts that are replaced as a whole. */
interface Whole {
  readonly realm: Realm;
  readonly defaultChannels: readonly ChannelId[];
  readonly defaultChannelGroups: readonly DefaultChannelGroup[];
  readonly channelFolders: readonly ChannelFolder[];
  readonly profileFields: readonly ProfileField[];
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
}

/** The new value of one entry of a state; null removes it. Plain JSON, so that it can be stored. */
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
      readonly groupId: GroupId;
      readonly op: "add" | "remove";
      readonly userIds: readonly UserId[];
    }
  | {
      readonly part: "profileValues";
      readonly fieldId: ProfileFieldId;
      /** By user; null removes the user's value. */
      readonly values: Readonly<Record<string, ProfileValue | null>>;
    };

type ChangeOf<Part extends StateChange["part"]> = Extract<StateChange, { part: Part }>;

/** The state at a position, with the changes applied and indexes updated. Untouched parts cost nothing. */
export const changedState = (
  state: RealmState,
  position: number,
  changes: readonly StateChange[],
): RealmState => {
  if (changes.length === 0) return new RealmState(position, state.parts);
  const { parts } = state;
  const changesOf = <Part extends StateChange["part"]>(part: Part): readonly ChangeOf<Part>[] =>
    changes.filter((change): change is ChangeOf<Part> => change.part === part);
  const next: { -readonly [Part in keyof RealmParts]: RealmParts[Part] } = { ...parts };
  let deactivations: readonly (readonly [userId: UserId, isDeactivated: boolean])[] = [];
  for (const part of new Set(changes.map((change) => change.part)))
    switch (part) {
      case "users": {
        next.users = changedMap(parts.users, changesOf(part));
        const users = pairs(parts.users, changesOf(part), next.users);
        next.userIndex = parts.userIndex.changed(users);
        deactivations = users.flatMap(([was, is]) => {
          const id = is?.id ?? was?.id;
          const [wasGone, isGone] = [was?.isActive === false, is?.isActive === false];
          return id === undefined || wasGone === isGone ? [] : [[id, isGone] as const];
        });
        break;
      }
      case "profileValues":
        next.users = changesOf(part).reduce(changedValues, next.users);
        break;
      case "channels": {
        next.channels = changedMap(parts.channels, changesOf(part));
        const channels = pairs(parts.channels, changesOf(part), next.channels);
        next.channelNames = parts.channelNames.changed(channels);
        next.channelsNaming = parts.channelsNaming.changed(channels.flatMap(changedNames));
        break;
      }
      case "acquaintances":
        next.acquaintances = changedMap(
          parts.acquaintances,
          changesOf(part).map(({ id, value }) => ({ id, value: value && IdSet.of(value) })),
        );
        break;
      case "groups": {
        const [groups, members] = putGroups(parts, changesOf(part));
        next.groups = groups;
        next.groupsNaming = parts.groupsNaming.changed(
          pairs(parts.groups, changesOf(part), groups).flatMap(changedNames),
        );
        next.memberships = parts.memberships.changed(
          changesOf(part)
            .filter(({ value }) => value === null || value.members !== undefined)
            .flatMap(({ id }) => replacedListings(id, parts.members.get(id) ?? [], members.get(id) ?? [])),
        );
        next.members = members;
        break;
      }
      case "members":
        next.members = changedMembers(next.members, changesOf(part));
        next.memberships = next.memberships.changed(
          changesOf(part).flatMap(({ groupId, op, userIds }) =>
            userIds.map((userId) => [userId, groupId, op === "add"] as const),
          ),
        );
        break;
      case "domains":
        next.domains = changedMap(parts.domains, changesOf(part));
        break;
      case "emoji":
        next.emoji = changedMap(parts.emoji, changesOf(part));
        break;
      case "invitations":
        next.invitations = changedMap(parts.invitations, changesOf(part));
        break;
      case "pushDevices":
        next.pushDevices = changedMap(parts.pushDevices, changesOf(part));
        break;
      case "defaultChannels":
        next.defaultChannels = IdSet.of(changesOf(part).at(-1)?.value ?? []);
        break;
      case "subscriptions":
        break;
      default:
        Object.assign(next, { [part]: changesOf(part).at(-1)?.value });
    }
  const puts = changesOf("subscriptions");
  if (puts.length + deactivations.length > 0)
    next.subscriptions = parts.subscriptions.changed(puts, deactivations);
  return new RealmState(position, next);
};

/** Stores groups and their members separately. Removing a group removes its members. */
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
      all.with(groupId, changedBy(all.get(groupId) ?? IdSet.empty, op, IdSet.ofList(userIds))),
    members,
  );

const changedBy = (members: IdSet<UserId>, op: "add" | "remove", userIds: IdSet<UserId>): IdSet<UserId> =>
  op === "add" ? IdSet.union([members, userIds]) : members.minus(userIds);

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

interface Put<Id extends number, V> {
  readonly id: Id;
  readonly value: V | null;
}

const changedMap = <Id extends number, V extends {}>(
  map: IdMap<Id, V>,
  puts: readonly Put<Id, V>[],
): IdMap<Id, V> =>
  puts.length === 0 ? map : map.changed(puts.map(({ id, value }) => [id, value ?? undefined] as const));

/** The values before and after of each id that a change names. */
const pairs = <Id extends number, V extends {}>(
  before: IdMap<Id, V>,
  puts: readonly Put<Id, V>[],
  now: IdMap<Id, V>,
): readonly (readonly [V | undefined, V | undefined])[] =>
  [...new Set(puts.map(({ id }) => id))].map((id) => [before.get(id), now.get(id)] as const);
