import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { UserId } from "../../../domain/ids";
import { seesEveryone, usersSeenBy } from "../../../domain/policy/user-access";
import { IdSet } from "../../../domain/state/id-set";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { noStatus } from "../../../domain/users/user-status";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { unknownUserName } from "../encode/user";
import { encodeStatus } from "../encode/user-status";
import { membershipsOf } from "./membership-entries";
import { permissionsNaming } from "./naming-entries";
import { userAdded, userStatusChanged } from "./people-event";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

export const peopleRevealed = (
  { personIds }: EventOf<"people_revealed">,
  reader: EventReader,
): readonly EventEntry[] => introductions(personIds, reader);

export const peopleHidden = (
  { personIds }: EventOf<"people_hidden">,
  reader: EventReader,
): readonly EventEntry[] => farewells(personIds, reader);

/** The people that a subscription newly reveals to a limited guest. */
export const userIntroductions = (
  event: EventOf<"subscribed">,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  const { user, state, now } = reader;
  if (seesEveryone(before, user, now)) return [];
  const ownSubscriptions = event.subscriptions.filter(({ userId }) => userId === user.id);
  // The same people are in many channels: a union visits each of them once.
  const met = IdSet.union([
    ...ownSubscriptions.map(({ channelId }) => state.subscribers(channelId)),
    IdSet.of(event.subscriptions.map(({ userId }) => userId)),
  ]);
  const { isIntroduced } = usersSeenBy(before, user, now);
  const isNew = (id: UserId): boolean => {
    const other = state.users.get(id);
    return other !== undefined && !isIntroduced(other);
  };
  return introductions([...met].filter(isNew), reader);
};

/** The people that a limited guest could see until they stopped sharing a channel. */
export const userFarewells = (
  event: EventOf<"unsubscribed">,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  const { user, state, now } = reader;
  if (seesEveryone(state, user, now)) return [];
  const isLeaving = event.userIds.includes(user.id);
  if (!isLeaving && !event.channelIds.some((id) => state.isSubscribed(user.id, id))) return [];
  const shared = IdSet.union([
    ...(isLeaving ? event.channelIds.map((id) => state.subscribers(id)) : []),
    IdSet.ofList(event.userIds),
  ]);
  const { isSeen } = usersSeenBy(before, user, now);
  const wasKnown = (id: UserId): boolean => {
    const other = state.users.get(id);
    return other !== undefined && isSeen(other);
  };
  return farewells([...shared].filter(wasKnown), reader);
};

/** The people that the reader may see, as in a registration. */
export const introductions = (userIds: readonly UserId[], reader: EventReader): readonly EventEntry[] => {
  const users = others(userIds, true, reader);
  const active = users.filter(({ isActive }) => isActive);
  return [
    ...users.flatMap((user) => [
      userAdded(user, reader),
      ...(user.isActive && encodeStatus(user.status)
        ? userStatusChanged({ userId: user.id, change: user.status })
        : []),
    ]),
    ...membershipsOf("add_members", active, reader),
    ...permissionsNaming(active, reader),
  ];
};

/** The people that the reader may not see, as unknown users. */
export const farewells = (userIds: readonly UserId[], reader: EventReader): readonly EventEntry[] => {
  const users = others(userIds, false, reader);
  return [
    ...withdrawals(
      users.filter(({ isActive }) => isActive),
      reader,
    ),
    ...users.flatMap((user): readonly EventEntry[] => [
      {
        category: "user",
        body: {
          type: "realm_user",
          op: "remove",
          person: { user_id: user.id, full_name: unknownUserName },
        },
      },
      ...(encodeStatus(user.status) ? userStatusChanged({ userId: user.id, change: noStatus }) : []),
    ]),
  ];
};

/** Takes people out of the groups and permissions that a limited guest's clients know them to be in. */
export const withdrawals = (users: readonly User[], reader: EventReader): readonly EventEntry[] => [
  ...permissionsNaming(users, reader),
  ...membershipsOf("remove_members", users, reader),
];

const others = (
  userIds: readonly UserId[],
  areKnown: boolean,
  { state, user: reader, now }: EventReader,
): readonly User[] => {
  const { isSeen } = usersSeenBy(state, reader, now);
  return [...new Set(userIds)].flatMap((id) => {
    const user = id === reader.id ? undefined : state.users.get(id);
    return user && isSeen(user) === areKnown ? [user] : [];
  });
};
