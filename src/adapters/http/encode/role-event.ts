import { canSeeEmail } from "../../../domain/email";
import type { RealmEvent } from "../../../domain/event";
import type { RealmState } from "../../../domain/realm-state";
import type { User } from "../../../domain/user";
import { canSeeUser } from "../../../domain/user-access";
import { seesBotSettings } from "./bot";
import { defaultChannelGroupsWord, defaultChannelsWord } from "./channel-event";
import type { EventReader, Word } from "./event-reader";
import { addressWords, botAdded, botLost, inSystemGroups, personWord } from "./people-event";
import { encodeRole } from "./user";

type RoleChanged = Extract<RealmEvent, { type: "role_changed" }>;

/** A new role, and the groups that go with it. Limited guests hear of a stranger what groups show of them. */
export const roleChanged = (event: RoleChanged, before: RealmState, reader: EventReader): readonly Word[] => {
  const user = reader.state.users.get(event.userId);
  if (user === undefined) return [];
  const isKnown = canSeeUser(reader.state, reader.user, user, reader.now);
  return [
    ...(isKnown ? [personWord(user.id, { role: encodeRole(event.to) })] : []),
    ...inSystemGroups("remove_members", user, event.from, reader),
    ...inSystemGroups("add_members", user, event.to, reader),
    ...(user.id === reader.user.id ? ownSight(before, reader) : []),
  ];
};

/** What a new role shows its bearer, or no longer does: addresses, bots, and what guests don't see. */
const ownSight = (before: RealmState, reader: EventReader): readonly Word[] => {
  const { state, user: after } = reader;
  const earlier = before.users.get(after.id);
  if (earlier === undefined) return [];
  return [
    ...[...state.users.values()].flatMap((user) => sightOf(user, earlier, reader)),
    ...(earlier.role === "guest" || after.role === "guest" ? defaults(state, after) : []),
  ];
};

const defaults = (state: RealmState, { role }: User): readonly Word[] => [
  defaultChannelsWord(role === "guest" ? [] : [...state.defaultChannels]),
  defaultChannelGroupsWord(role === "guest" ? [] : state.defaultChannelGroups),
];

const sightOf = (user: User, earlier: User, reader: EventReader): readonly Word[] => {
  const [sawBot, seesBot] = [seesBotSettings(earlier, user), seesBotSettings(reader.user, user)];
  const isSameAddress =
    canSeeEmail(earlier, user) === canSeeEmail(reader.user, user) ||
    !canSeeUser(reader.state, reader.user, user, reader.now);
  return [
    ...(isSameAddress ? [] : addressWords(user, reader)),
    ...(seesBot && !sawBot ? [botAdded(user, reader)] : []),
    ...(sawBot && !seesBot ? [botLost(user)] : []),
  ];
};
