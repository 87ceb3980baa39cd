import type { Channel } from "../../../domain/channels/channel";
import type { RealmEvent } from "../../../domain/events/event";
import { groupsIn } from "../../../domain/groups/group-setting";
import { systemGroupId } from "../../../domain/groups/system-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { permissionsToSee } from "../../../domain/policy/channel-access";
import { viewersAmong } from "../../../domain/policy/channel-viewers";
import { membersAmong } from "../../../domain/policy/group-members";
import { allPeopleByRights, peopleByRights } from "../../../domain/policy/people-by-rights";
import { groupsHolding } from "../../../domain/policy/permission";
import { apply } from "../../../domain/state/apply";
import { IdSet } from "../../../domain/state/id-set";
import type { RealmState } from "../../../domain/state/realm-state";
import { readHistories } from "../../channel-activity/channel-activity";
import type { Transaction } from "../../transaction";
import { appendVisibilityChanges } from "../../users/shared/people-visibility";
import { changeOutside, hideChannel, revealChannel, type VisibilityChange } from "./channel-visibility";

/** The realm's state before and after some events. */
interface Transition {
  readonly before: RealmState;
  readonly after: RealmState;
  readonly now: number;
}

/** Users who joined or left a group. A new role may change membership of any system group. */
interface Movement {
  readonly groupId: GroupId | "any";
  readonly users: IdSet<UserId>;
}

/** A channel that somebody gains or loses sight of. */
interface ChangedChannel extends VisibilityChange {
  readonly channel: Channel;
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
  const revealed = changes.filter(({ gained }) => gained.size > 0).map(({ channel }) => channel);
  const history = await readHistories(tx.messages, tx.state.realm.id, revealed, tx.now);
  for (const { channel, gained } of changes) revealChannel(tx, channel, gained, history[channel.id]);
  for (const event of events) tx.append(event);
  for (const { channel, lost } of changes) hideChannel(tx, channel, lost);
  appendVisibilityChanges(tx, events, transition.after);
};

const movementsBy = (transition: Transition, event: RealmEvent): readonly Movement[] => {
  switch (event.type) {
    case "role_changed":
      return [{ groupId: "any", users: IdSet.of([event.userId]) }];
    case "group_members_changed":
      return [{ groupId: event.groupId, users: IdSet.ofList(event.userIds) }];
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

const movementIn = ({ before, after, now }: Transition, groupId: GroupId): Movement => {
  const was = membersAmong(before, allPeopleByRights(before), now)(groupId);
  const is = membersAmong(after, allPeopleByRights(after), now)(groupId);
  return { groupId, users: IdSet.union([was.minus(is), is.minus(was)]) };
};

/** Checks only users who moved, and only channels whose permissions name one of the groups or a group containing it. */
const visibilityChanges = (
  { before, after, now }: Transition,
  movements: readonly Movement[],
): readonly ChangedChannel[] => {
  const moved = movements.filter(({ users }) => users.size > 0);
  if (moved.length === 0) return [];
  const groups = groupsHolding(
    before,
    moved.flatMap(({ groupId }) => (groupId === "any" ? [] : [groupId])),
  );
  const isAny = moved.some(({ groupId }) => groupId === "any");
  const channels = [...after.channels.values()].filter(
    ({ permissions }) =>
      isAny || permissionsToSee.some((name) => groupsIn(permissions[name]).some((id) => groups.has(id))),
  );
  if (channels.length === 0) return [];
  const people = IdSet.union(moved.map(({ users }) => users));
  const viewersIn = (state: RealmState) => viewersAmong(state, peopleByRights(state, people), now);
  const [viewersBefore, viewersAfter] = [viewersIn(before), viewersIn(after)];
  return channels.map((channel) => ({
    channel,
    ...changeOutside(viewersBefore(channel), viewersAfter(channel), after.subscribers(channel.id)),
  }));
};
