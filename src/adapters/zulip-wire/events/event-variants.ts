import { hasId } from "../../../domain/collections/compact-ids";
import type { RealmEvent } from "../../../domain/events/event";
import type { ChannelId, MessageId, UserId } from "../../../domain/ids";
import { messagesBeforeAndAfter } from "../../../domain/messages/message-reach";
import { flaggedMessage } from "../../../domain/policy/flagged-message";
import { knownMessages } from "../../../domain/policy/known-messages";
import { seesEveryone } from "../../../domain/policy/user-access";
import { seesBotSettings } from "../encode/bot";
import type { EventReader } from "../encode/event-reader";
import { type Presentation, presentationKey } from "../encode/presentation";
import { sightOf } from "../encode/shown-user";
import { activationKey } from "./activation-event";
import { seenChannelsKey } from "./seen-channels";
import { sortJoined } from "./subscription-event";

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;

/**
 * What the JSON of an event depends on, apart from the event and the realm: readers for whom it is equal receive the same bytes.
 * Undefined for a reader whose JSON nobody shares.
 */
type Variant<Event> = (event: Event, reader: EventReader) => string | undefined;

/** Only on what the client can do. */
const byClient = (_: unknown, { presentation }: EventReader): string => presentationKey(presentation);

/** Also on the people that the reader sees: shared by those who see everyone. */
const byView = (_: unknown, { state, user, now, presentation }: EventReader): string | undefined =>
  seesEveryone(state, user, now) ? presentationKey(presentation) : undefined;

/** Also on whose addresses the reader sees, which follows from their role. */
const byRole = (event: unknown, reader: EventReader): string | undefined => {
  const view = byView(event, reader);
  return view && `${view} ${reader.user.role}`;
};

/**
 * For events about one user alone: on the reader's role, and for limited guests on how they see the user. That user, and who manages the
 * bot, receive more.
 */
const byRoleExcept =
  <Event>(subjectOf: (event: Event) => UserId): Variant<Event> =>
  (event, reader) => {
    const { state, user, now, presentation } = reader;
    const id = subjectOf(event);
    const subject = state.users.get(id);
    const isOwn = user.id === id || (subject !== undefined && seesBotSettings(user, subject));
    if (isOwn) return undefined;
    const sight = seesEveryone(state, user, now) ? "" : sightOf(id, reader);
    return `${presentationKey(presentation)} ${user.role} ${sight}`;
  };

const activated: Variant<EventOf<"user_deactivated" | "user_reactivated">> = (event, reader) => {
  const key = activationKey(event, reader);
  return key && `${presentationKey(reader.presentation)} ${key}`;
};

const topicKey = ({ emptyTopicName }: Presentation): string => (emptyTopicName ? "e" : "");

/**
 * The muted topics of each reader are different, and older clients receive them all: one user's clients share them. They aren't read for a
 * client that doesn't take them.
 */
const mutedTopicsKey = ({ user, queue: { categories } }: EventReader): string =>
  categories === null || categories.includes("muted_topics") ? `muted ${user.id}` : "";

const policySet: Variant<EventOf<"topic_policy_set">> = (_, reader) =>
  `${topicKey(reader.presentation)} ${mutedTopicsKey(reader)}`;

const carried: Variant<EventOf<"topic_policies_carried">> = (event, reader) => {
  const { user, presentation } = reader;
  const place = event.carried.findIndex(({ userIds }) => hasId(userIds, user.id));
  return `${topicKey(presentation)} ${place} ${place >= 0 ? mutedTopicsKey(reader) : ""}`;
};

/** The reader's flags, for events that include them. */
const flagsKey = (event: RealmEvent, { state, user, now, flags }: EventReader): string => {
  const id = flaggedMessage(event, state, user, now);
  return id === undefined ? "" : `${flags.get(id)}`;
};

const edited: Variant<EventOf<"message_edited" | "message_rendered">> = (event, reader) =>
  `${topicKey(reader.presentation)} ${flagsKey(event, reader)}`;

/** Which of the messages a reader knows, if it is all or none of them. */
const extentOf = (known: readonly MessageId[], all: readonly MessageId[]): string | undefined => {
  if (known.length === 0) return "none";
  return known.length === all.length ? "all" : undefined;
};

const moved: Variant<EventOf<"messages_moved">> = (event, reader) => {
  const { state, user, now, presentation } = reader;
  const [before, after] = messagesBeforeAndAfter(event).map((one) =>
    extentOf(knownMessages(state, user, one, now), event.messageIds),
  );
  if (before === undefined || after === undefined) return undefined;
  const isLeftBehind = event.leftBehind.includes(user.id);
  return `${presentationKey(presentation)} ${before} ${after} ${isLeftBehind} ${flagsKey(event, reader)}`;
};

const deleted: Variant<EventOf<"messages_deleted">> = (event, { state, user, now, presentation }) => {
  const { conversation, messageIds, reach } = event;
  if (conversation.kind === "direct") return presentationKey(presentation);
  const known = knownMessages(state, user, { channelId: conversation.channelId, messageIds, reach }, now);
  const extent = extentOf(known, messageIds);
  return extent && `${presentationKey(presentation)} ${extent}`;
};

/** For those who only learn that others come or go: which of the channels they see. */
const byChannels = (
  channelIds: readonly ChannelId[],
  isOwn: boolean,
  reader: EventReader,
): string | undefined => {
  const view = isOwn ? undefined : byView(undefined, reader);
  return view === undefined ? undefined : `${view} ${seenChannelsKey(channelIds, reader)}`;
};

const subscribed: Variant<EventOf<"subscribed">> = (event, reader) => {
  const { channelIds, subscriptionsOf } = sortJoined(event);
  return byChannels(channelIds, subscriptionsOf.has(reader.user.id), reader);
};

const unsubscribed: Variant<EventOf<"unsubscribed">> = ({ channelIds, userIds }, reader) =>
  byChannels(channelIds, userIds.includes(reader.user.id), reader);

/** By type. The other events are encoded anew for each queue: most are about its user alone. */
const variants: { readonly [Type in RealmEvent["type"]]?: Variant<EventOf<Type>> } = {
  realm_created: byView,
  realm_changed: byView,
  emoji_added: byClient,
  emoji_deactivated: byClient,
  profile_fields_set: byClient,
  linkifiers_set: byClient,
  playgrounds_set: byClient,
  domain_added: byClient,
  domain_changed: byClient,
  domain_removed: byClient,
  invitations_made: byClient,
  invitations_closed: byClient,
  group_created: byView,
  group_changed: byView,
  group_members_changed: byView,
  group_subgroups_changed: byClient,
  user_created: byRoleExcept(({ user }) => user.id),
  user_deactivated: activated,
  user_reactivated: activated,
  user_changed: byRoleExcept(({ userId }) => userId),
  user_settings_changed: byRoleExcept(({ userId }) => userId),
  role_changed: byRoleExcept(({ userId }) => userId),
  bot_changed: (event, reader) =>
    event.ownerBefore === reader.user.id ? undefined : byRoleExcept(() => event.userId)(event, reader),
  profile_values_changed: byClient,
  user_status_changed: byClient,
  channel_created: byView,
  channel_revealed: byView,
  channel_hidden: byClient,
  channel_changed: byView,
  channel_folders_set: byClient,
  default_channels_set: byRole,
  default_channel_groups_set: byRole,
  subscribed,
  unsubscribed,
  reaction_changed: ({ reaction }, reader) => sightOf(reaction.userId, reader),
  submessage_added: byClient,
  message_edited: edited,
  message_rendered: edited,
  messages_moved: moved,
  messages_deleted: deleted,
  topic_policies_carried: carried,
  topic_policy_set: policySet,
};

/** What the JSON of an event for a reader depends on. Undefined if nobody else receives the same. */
export const variantOf = (event: RealmEvent, reader: EventReader): string | undefined => {
  const variant = variants[event.type] as Variant<RealmEvent> | undefined;
  return variant?.(event, reader);
};
