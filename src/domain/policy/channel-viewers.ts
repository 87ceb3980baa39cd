import {
  type Channel,
  type ChannelPermission,
  channelPermissionRules,
  permissionsToEnter,
} from "../channels/channel";
import type { GroupSetting } from "../groups/group-setting";
import { isOpenToGuests } from "../groups/group-setting-rule";
import type { UserId } from "../ids";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import type { Role } from "../users/role";
import { permissionsToSee } from "./channel-access";
import { membersAmong } from "./group-members";
import type { PeopleByRights } from "./people-by-rights";

/**
 * The settings of a channel that decide who sees it without being subscribed. Channels with equal ones are visible to the same
 * people.
 */
export const settingsToSee = ({ privacy, permissions }: Channel): string =>
  JSON.stringify([privacy, permissionsToSee.map((name) => permissions[name])]);

/** Who has access to a private channel without being subscribed. */
interface Access {
  readonly permissions: readonly ChannelPermission[];
  readonly byRole: Role | undefined;
}

const seeing: Access = { permissions: permissionsToSee, byRole: "administrator" };
const reading: Access = { permissions: [...permissionsToEnter], byRole: undefined };

/**
 * Finds which of some people see a channel without being subscribed: the active ones for whom `canSeeUnsubscribed` is true.
 * Looks at each group once, so the cost is that of the people plus that of the channels, not their product.
 */
export const viewersAmong = (
  state: RealmState,
  people: PeopleByRights,
  now: number,
): ((channel: Channel) => IdSet<UserId>) => having(seeing, state, people, now);

/** Finds which of some people can read a channel: the active ones for whom `canReadContent` is true. */
export const readersAmong = (
  state: RealmState,
  people: PeopleByRights,
  now: number,
): ((channel: Channel) => IdSet<UserId>) => {
  const enteringOf = having(reading, state, people, now);
  const known = new Map<Channel, IdSet<UserId>>();
  return (channel) => {
    const subscribers = state.subscribers(channel.id);
    const found =
      known.get(channel) ??
      IdSet.union([enteringOf(channel), subscribers.and(people.everyone).minus(people.inactive)]);
    known.set(channel, found);
    return found;
  };
};

const having = (
  access: Access,
  state: RealmState,
  people: PeopleByRights,
  now: number,
): ((channel: Channel) => IdSet<UserId>) => {
  const { everyone, inactive, withRightsOf } = people;
  const members = withRightsOf("member");
  const membersOf = membersAmong(state, people, now);

  const holding = (setting: GroupSetting): readonly IdSet<UserId>[] =>
    typeof setting === "number"
      ? [membersOf(setting)]
      : [IdSet.of(setting.directMembers).and(everyone), ...setting.directSubgroups.map(membersOf)];
  const holders = rememberedBySetting((setting) => IdSet.union(holding(setting)));
  const memberHolders = rememberedBySetting((setting) => holders(setting).and(members));
  const permitted = ({ permissions }: Channel, permission: ChannelPermission): IdSet<UserId> =>
    (isOpenToGuests(channelPermissionRules[permission]) ? holders : memberHolders)(permissions[permission]);
  const permittedAny = (channel: Channel): IdSet<UserId> => {
    if (channel.privacy === "web-public") return everyone;
    const role = channel.privacy === "public" ? "member" : access.byRole;
    const open = role === undefined ? IdSet.empty : withRightsOf(role);
    return IdSet.union([open, ...access.permissions.map((permission) => permitted(channel, permission))]);
  };

  // Teams give many channels the same permissions.
  const bySettings = new Map<string, IdSet<UserId>>();
  return (channel) => {
    const key = settingsToSee(channel);
    const found = bySettings.get(key) ?? permittedAny(channel).minus(inactive);
    bySettings.set(key, found);
    return found;
  };
};

/** Most permissions of a channel, and of channels with the same creator, have the same value. */
const rememberedBySetting = (
  find: (setting: GroupSetting) => IdSet<UserId>,
): ((setting: GroupSetting) => IdSet<UserId>) => {
  const known = new Map<string, IdSet<UserId>>();
  return (setting) => {
    const key = JSON.stringify(setting);
    const found = known.get(key) ?? find(setting);
    known.set(key, found);
    return found;
  };
};
