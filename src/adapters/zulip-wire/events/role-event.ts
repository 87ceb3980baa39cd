import type { RealmEvent } from "../../../domain/events/event";
import { canSeeUser, usersSeenBy } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { canSeeEmail } from "../../../domain/users/email";
import type { User } from "../../../domain/users/user";
import { seesBotSettings } from "../encode/bot";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodeRole } from "../encode/user";
import { defaultChannelGroupsEntry, defaultChannelsEntry } from "./channel-event";
import { inSystemGroups } from "./membership-entries";
import { addressEntries, botAdded, botLost, personEntry } from "./people-event";

type RoleChanged = Extract<RealmEvent, { type: "role_changed" }>;

/**
 * A new role with its system groups, for readers who can see the user. Readers whose own role changed also get what they
 * can now see, or no longer can.
 */
export const roleChanged = (
  event: RoleChanged,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  const user = reader.state.users.get(event.userId);
  if (user === undefined || !canSeeUser(reader.state, reader.user, user, reader.now)) return [];
  return [
    personEntry(user.id, { role: encodeRole(event.to) }),
    ...inSystemGroups("remove_members", user, event.from, reader),
    ...inSystemGroups("add_members", user, event.to, reader),
    ...(user.id === reader.user.id ? visibilityChanges(before, reader) : []),
  ];
};

/** What a reader gains or loses with a new role: email addresses, bots, and default channels. */
const visibilityChanges = (before: RealmState, reader: EventReader): readonly EventEntry[] => {
  const { state, user: after } = reader;
  const earlier = before.users.get(after.id);
  if (earlier === undefined) return [];
  const { isSeen } = usersSeenBy(state, after, reader.now);
  return [
    ...[...state.users.values()].flatMap((user) => userVisibility(user, earlier, reader, isSeen(user))),
    ...(earlier.role === "guest" || after.role === "guest" ? defaultChannels(state, after) : []),
  ];
};

const defaultChannels = (state: RealmState, { role }: User): readonly EventEntry[] => [
  defaultChannelsEntry(role === "guest" ? [] : [...state.defaultChannels]),
  defaultChannelGroupsEntry(role === "guest" ? [] : state.defaultChannelGroups),
];

const userVisibility = (
  user: User,
  earlier: User,
  reader: EventReader,
  isSeen: boolean,
): readonly EventEntry[] => {
  const [sawBot, seesBot] = [seesBotSettings(earlier, user), seesBotSettings(reader.user, user)];
  const isSameAddress = canSeeEmail(earlier, user) === canSeeEmail(reader.user, user) || !isSeen;
  return [
    ...(isSameAddress ? [] : addressEntries(user, reader)),
    ...(seesBot && !sawBot ? [botAdded(user, reader)] : []),
    ...(sawBot && !seesBot ? [botLost(user)] : []),
  ];
};
