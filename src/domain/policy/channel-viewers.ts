import { type Channel, type ChannelPermission, channelPermissionRules } from "../channels/channel";
import type { GroupSetting } from "../groups/group-setting";
import { isOpenToGuests } from "../groups/group-setting-rule";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import { allows } from "../users/role";
import type { User } from "../users/user";
import { permissionsToSee } from "./channel-access";
import { membersAmong } from "./group-members";

/** All of a channel that decides who sees it without being subscribed: equal for channels that the same people see. */
export const settingsToSee = ({ privacy, permissions }: Channel): string =>
  JSON.stringify([privacy, permissionsToSee.map((name) => permissions[name])]);

/**
 * Finds who of some people sees a channel without being subscribed: the active ones for whom `canSeeUnsubscribed` is
 * true. Groups are looked at once, so the cost is that of the people plus that of the channels, not their product.
 */
export const viewersAmong = (
  state: RealmState,
  people: readonly User[],
  now: number,
): ((channel: Channel) => IdSet) => {
  const active = people.filter(({ isActive }) => isActive);
  const having = (isOne: (user: User) => boolean): IdSet =>
    IdSet.of(active.filter(isOne).map(({ id }) => id));
  const everyone = having(() => true);
  const members = having(({ role }) => allows(role, "member"));
  const administrators = having(({ role }) => allows(role, "administrator"));
  const membersOf = membersAmong(state, active, now);

  const holding = (setting: GroupSetting): readonly IdSet[] =>
    typeof setting === "number"
      ? [membersOf(setting)]
      : [IdSet.of(setting.directMembers).and(everyone), ...setting.directSubgroups.map(membersOf)];
  const permitted = (channel: Channel, permission: ChannelPermission): IdSet => {
    const holders = IdSet.union(holding(channel.permissions[permission]));
    return isOpenToGuests(channelPermissionRules[permission]) ? holders : holders.and(members);
  };
  const viewers = (channel: Channel): IdSet => {
    if (channel.privacy === "web-public") return everyone;
    const open = channel.privacy === "public" ? members : administrators;
    return IdSet.union([open, ...permissionsToSee.map((permission) => permitted(channel, permission))]);
  };

  // Teams give many channels the same permissions.
  const bySettings = new Map<string, IdSet>();
  return (channel) => {
    const key = settingsToSee(channel);
    const found = bySettings.get(key) ?? viewers(channel);
    bySettings.set(key, found);
    return found;
  };
};
