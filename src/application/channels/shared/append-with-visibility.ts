import type { Channel } from "../../../domain/channels/channel";
import type { RealmEvent } from "../../../domain/events/event";
import { groupsIn } from "../../../domain/groups/group-setting";
import { systemGroupId } from "../../../domain/groups/system-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { canSeeUnsubscribed, permissionsToSee, settingsToSee } from "../../../domain/policy/channel-access";
import { groupsHolding, isInGroup } from "../../../domain/policy/permission";
import { apply } from "../../../domain/state/apply";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { readHistories } from "../../channel-activity/channel-activity";
import type { Transaction } from "../../transaction";
import { appendVisibilityChanges } from "../../users/shared/people-visibility";
import { hideChannel, revealChannel } from "./channel-visibility";

/** The realm's state before and after some events. */
interface Transition {
  readonly before: RealmState;
  readonly after: RealmState;
  readonly now: number;
}

/** Users who joined or left a group. A new role may change membership of any system group. */
interface Movement {
  readonly groupId: GroupId | "any";
  readonly userIds: readonly UserId[];
}

interface VisibilityChange {
  readonly channel: Channel;
  readonly gained: readonly User[];
  readonly lost: readonly User[];
}

/**
 * Appends events that may change group membership: roles, members, subgroups, deactivation of groups, the waiting
 * period. Reveals channels and people to users who can now see them, and hides them from those who no longer can.
 */
export const appendWithVisibility = async (tx: Transaction, events: readonly RealmEvent[]): Promise<void> => {
  const transition = { before: tx.state, after: events.reduce(apply, tx.state), now: tx.now };
  const changes = visibilityChanges(
    transition,
    events.flatMap((event) => movementsBy(transition, event)),
  );
  const revealed = changes.filter(({ gained }) => gained.length > 0).map(({ channel }) => channel);
  const history = await readHistories(tx.messages, tx.state.realm.id, revealed, tx.now);
  for (const { channel, gained } of changes) revealChannel(tx, channel, gained, history[channel.id]);
  for (const event of events) tx.append(event);
  for (const { channel, lost } of changes) hideChannel(tx, channel, lost);
  appendVisibilityChanges(tx, events, transition.after);
};

const movementsBy = (transition: Transition, event: RealmEvent): readonly Movement[] => {
  switch (event.type) {
    case "role_changed":
      return [{ groupId: "any", userIds: [event.userId] }];
    case "group_members_changed":
      return [{ groupId: event.groupId, userIds: event.userIds }];
    case "group_subgroups_changed":
      return [movementIn(transition, event.groupId)];
    case "group_changed":
      return event.change.isDeactivated === undefined ? [] : [movementIn(transition, event.groupId)];
    case "realm_changed":
      return event.change.settings?.waitingPeriodThreshold === undefined
        ? []
        : [movementIn(transition, systemGroupId("role:fullmembers"))];
    default:
      return [];
  }
};

const movementIn = ({ before, after, now }: Transition, groupId: GroupId): Movement => ({
  groupId,
  userIds: [...after.users.values()]
    .filter((user) => isInGroup(before, user, groupId, now) !== isInGroup(after, user, groupId, now))
    .map(({ id }) => id),
});

/** Checks only users who moved, and only channels whose permissions name one of the groups or a group containing it. */
const visibilityChanges = (
  { before, after, now }: Transition,
  movements: readonly Movement[],
): readonly VisibilityChange[] => {
  const moved = movements.filter(({ userIds }) => userIds.length > 0);
  if (moved.length === 0) return [];
  const groups = groupsHolding(
    before,
    moved.flatMap(({ groupId }) => (groupId === "any" ? [] : [groupId])),
  );
  const isAny = moved.some(({ groupId }) => groupId === "any");
  const people = [...new Set(moved.flatMap(({ userIds }) => userIds))];
  // Many channels share the same permissions, so each set of viewers is computed once.
  const bySettings = new Map<string, Pick<VisibilityChange, "gained" | "lost">>();
  return [...after.channels.values()]
    .filter(
      ({ permissions }) =>
        isAny || permissionsToSee.some((name) => groupsIn(permissions[name]).some((id) => groups.has(id))),
    )
    .map((channel) => {
      const key = settingsToSee(channel);
      const found = bySettings.get(key) ?? {
        gained: usersAdmittedOnlyIn(after, before, people, channel, now),
        lost: usersAdmittedOnlyIn(before, after, people, channel, now),
      };
      bySettings.set(key, found);
      // Subscribers see the channel before and after.
      const isOutside = ({ id }: User): boolean => !after.isSubscribed(id, channel.id);
      return { channel, gained: found.gained.filter(isOutside), lost: found.lost.filter(isOutside) };
    });
};

/** The users who can see the channel without being subscribed in the first state, but not in the other. */
const usersAdmittedOnlyIn = (
  one: RealmState,
  other: RealmState,
  userIds: readonly UserId[],
  channel: Channel,
  now: number,
): readonly User[] => {
  const sees = (state: RealmState, id: UserId): boolean => {
    const user = state.users.get(id);
    return user?.isActive === true && canSeeUnsubscribed(state, user, channel, now);
  };
  return userIds.flatMap((id) => {
    const user = one.users.get(id);
    return user && sees(one, id) && !sees(other, id) ? [user] : [];
  });
};
