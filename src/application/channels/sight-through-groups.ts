import type { Channel } from "../../domain/channel";
import { canSeeChannel, permissionsToSee } from "../../domain/channel-access";
import type { RealmEvent } from "../../domain/event";
import { groupsIn } from "../../domain/group-setting";
import { groupsHolding, isInGroup } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import { apply } from "../../domain/state/apply";
import { systemGroupId } from "../../domain/system-group";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { appendPeopleSight } from "../users/people-sight";
import { historyOf } from "./channel-activity";
import { hideChannel, revealChannel } from "./channel-sight";

/** The realm before and after some events. */
interface Turn {
  readonly before: RealmState;
  readonly after: RealmState;
  readonly now: number;
}

/** People who came into a group, or left it. Another role may take them into any group. */
interface Movement {
  readonly groupId: number | "any";
  readonly userIds: readonly number[];
}

interface SightChange {
  readonly channel: Channel;
  readonly gained: readonly User[];
  readonly lost: readonly User[];
}

/**
 * Takes events into the log that may change who is in which group: roles, members, subgroups, groups that come back
 * into use, the waiting period. Those who then may know of a channel, or of people, learn of them, and those who no
 * longer may lose them.
 */
export const appendWithSight = async (tx: Transaction, events: readonly RealmEvent[]): Promise<void> => {
  const turn = { before: tx.state, after: events.reduce(apply, tx.state), now: tx.now };
  const changes = sightChanges(
    turn,
    events.flatMap((event) => movementsBy(turn, event)),
  );
  const revealed = changes.filter(({ gained }) => gained.length > 0).map(({ channel }) => channel);
  const history = await historyOf(tx.messages, tx.state.realm.id, revealed, tx.now);
  for (const { channel, gained } of changes) revealChannel(tx, channel, gained, history[channel.id]);
  for (const event of events) tx.append(event);
  for (const { channel, lost } of changes) hideChannel(tx, channel, lost);
  appendPeopleSight(tx, events, turn.after);
};

const movementsBy = (turn: Turn, event: RealmEvent): readonly Movement[] => {
  switch (event.type) {
    case "role_changed":
      return [{ groupId: "any", userIds: [event.userId] }];
    case "group_members_changed":
      return [{ groupId: event.groupId, userIds: event.userIds }];
    case "group_subgroups_changed":
      return [movementOf(turn, event.groupId)];
    case "group_changed":
      return event.change.isDeactivated === undefined ? [] : [movementOf(turn, event.groupId)];
    case "realm_changed":
      return event.change.settings?.waitingPeriodThreshold === undefined
        ? []
        : [movementOf(turn, systemGroupId("role:fullmembers"))];
    default:
      return [];
  }
};

const movementOf = ({ before, after, now }: Turn, groupId: number): Movement => ({
  groupId,
  userIds: [...after.users.values()]
    .filter((user) => isInGroup(before, user, groupId, now) !== isInGroup(after, user, groupId, now))
    .map(({ id }) => id),
});

/** Asks only those who moved, and of channels whose permissions name one of the groups or one that holds it. */
const sightChanges = (turn: Turn, movements: readonly Movement[]): readonly SightChange[] => {
  const { before, after } = turn;
  const moved = movements.filter(({ userIds }) => userIds.length > 0);
  if (moved.length === 0) return [];
  const groups = groupsHolding(
    before,
    moved.flatMap(({ groupId }) => (groupId === "any" ? [] : [groupId])),
  );
  const isAny = moved.some(({ groupId }) => groupId === "any");
  const people = [...new Set(moved.flatMap(({ userIds }) => userIds))];
  return [...after.channels.values()]
    .filter(
      ({ permissions }) =>
        isAny || permissionsToSee.some((name) => groupsIn(permissions[name]).some((id) => groups.has(id))),
    )
    .map((channel) => ({
      channel,
      gained: seeingOnlyIn(after, before, people, channel, turn.now),
      lost: seeingOnlyIn(before, after, people, channel, turn.now),
    }));
};

/** Those of the people who may know of the channel in the one state, and may not in the other. */
const seeingOnlyIn = (
  one: RealmState,
  other: RealmState,
  userIds: readonly number[],
  channel: Channel,
  now: number,
): readonly User[] => {
  const sees = (state: RealmState, id: number): boolean => {
    const user = state.users.get(id);
    return user?.isActive === true && canSeeChannel(state, user, channel, now);
  };
  return userIds.flatMap((id) => {
    const user = one.users.get(id);
    return user && sees(one, id) && !sees(other, id) ? [user] : [];
  });
};
