import type { LoggedEvent, RealmEvent } from "../../../domain/event";
import type { RealmState } from "../../../domain/realm-state";
import { allows } from "../../../domain/role";
import type { User } from "../../../domain/user";
import { canSeeUser, isIntroduced } from "../../../domain/user-access";
import { noStatus } from "../../../domain/user-status";
import type { EventReader, Word } from "./event-reader";
import { userAdded, userStatusChanged } from "./people-event";
import { unknownUserName } from "./user";
import { encodeStatus } from "./user-status";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

export const peopleRevealed = (
  { personIds }: EventOf<"people_revealed">,
  reader: EventReader,
): readonly Word[] => introductions(personIds, reader);

export const peopleHidden = ({ personIds }: EventOf<"people_hidden">, reader: EventReader): readonly Word[] =>
  farewells(personIds, reader);

/** Whom a limited guest comes to know with a subscription: those whom they hadn't met just before. */
export const userIntroductions = (
  event: EventOf<"subscribed">,
  before: RealmState,
  reader: EventReader,
): readonly Word[] => {
  const { user, state, now } = reader;
  if (allows(user.role, "member")) return [];
  const own = event.subscriptions.filter(({ userId }) => userId === user.id);
  const met = [
    ...own.flatMap(({ channelId }) => [...state.subscribers(channelId)]),
    ...event.subscriptions.map(({ userId }) => userId),
  ];
  const isNew = (id: number): boolean => {
    const other = state.users.get(id);
    return other !== undefined && !isIntroduced(before, user, other, now);
  };
  return introductions(met.filter(isNew), reader);
};

/** Whom a limited guest knew just before, and no longer does now that they share no channel. */
export const userFarewells = (
  event: EventOf<"unsubscribed">,
  before: RealmState,
  reader: EventReader,
): readonly Word[] => {
  const { user, state, now } = reader;
  if (allows(user.role, "member")) return [];
  const shared = event.userIds.includes(user.id)
    ? event.channelIds.flatMap((id) => [...state.subscribers(id), ...event.userIds])
    : event.channelIds.some((id) => state.isSubscribed(user.id, id))
      ? event.userIds
      : [];
  const wasKnown = (id: number): boolean => {
    const other = state.users.get(id);
    return other !== undefined && canSeeUser(before, user, other, now);
  };
  return farewells(shared.filter(wasKnown), reader);
};

/** Those of the people whom the reader may know, as a registration would tell of them. */
export const introductions = (userIds: readonly number[], reader: EventReader): readonly Word[] =>
  others(userIds, true, reader).flatMap((user) => [
    userAdded(user, reader),
    ...(user.isActive && encodeStatus(user.status)
      ? userStatusChanged({ userId: user.id, change: user.status })
      : []),
  ]);

/** Those of the people whom the reader may not know are nobody to them. */
export const farewells = (userIds: readonly number[], reader: EventReader): readonly Word[] =>
  others(userIds, false, reader).flatMap((user) => [
    {
      category: "user",
      body: {
        type: "realm_user",
        op: "remove",
        person: { user_id: user.id, full_name: unknownUserName },
      },
    },
    ...(encodeStatus(user.status) ? userStatusChanged({ userId: user.id, change: noStatus }) : []),
  ]);

const others = (
  userIds: readonly number[],
  areKnown: boolean,
  { state, user: reader, now }: EventReader,
): readonly User[] =>
  [...new Set(userIds)].flatMap((id) => {
    const user = id === reader.id ? undefined : state.users.get(id);
    return user && canSeeUser(state, reader, user, now) === areKnown ? [user] : [];
  });
