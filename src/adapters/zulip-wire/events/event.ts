import { hasId } from "../../../domain/collections/compact-ids";
import type { RealmEvent } from "../../../domain/events/event";
import { isAboutPush } from "../../../domain/events/push-event";
import { isAboutTopics } from "../../../domain/events/topic-event";
import { isUserData } from "../../../domain/events/user-data-event";
import type { EventId } from "../../../domain/ids";
import type { Flag } from "../../../domain/messages/read-state";
import { seesEveryone } from "../../../domain/policy/user-access";
import { eventIdAt, isEntryUnseen } from "../../../domain/queues/event-queue";
import type { LogStep } from "../../../domain/state/log-step";
import type { RealmState } from "../../../domain/state/realm-state";
import { showsEmailTo } from "../../../domain/users/email";
import { deviceEntries } from "../encode/device";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodeFlags, encodeMessage } from "../encode/message";
import { emojiAdded, emojiDeactivated } from "../encode/realm-emoji";
import { isKnownTo } from "../encode/shown-user";
import { topicEntries, userDataEntries } from "../encode/user-data";
import { userActivated } from "./activation-event";
import * as channel from "./channel-event";
import type { EncodedEvent } from "./encoded-event";
import { variantOf } from "./event-variants";
import * as group from "./group-event";
import * as message from "./message-event";
import { flagsChanged } from "./message-flags-event";
import * as people from "./people-event";
import * as acquaintance from "./people-visibility-event";
import * as realm from "./realm-event";
import { roleChanged } from "./role-event";
import { type EncodingStep, ownEntries, SharedEntries, VariantsOf } from "./shared-entries";
import * as subscription from "./subscription-event";

/** What readers who see a message alike share: its JSON, and the whole event for each set of flags. */
interface SharedMessage {
  readonly message: string;
  readonly byFlags: Map<string, EncodedEvent>;
}

const messages = new VariantsOf<SharedMessage>();
const others = new VariantsOf<SharedEntries>();

/**
 * An event as a queue delivers it: JSON objects with ids of the event's share, after the one that the client
 * has seen, each encoded on demand, and a long one in steps. It is encoded once for all readers who receive the same. Empty if there is
 * nothing to send to this reader.
 */
export const encodeEvent = (
  { position, before, event }: Omit<LogStep, "after">,
  reader: EventReader,
  afterId: EventId,
): Iterable<EncodingStep> => {
  if (event.type === "message_sent") {
    const id = eventIdAt(position);
    return isEntryUnseen(id, afterId) ? [encodeSent(event, reader, id)] : [];
  }
  const { categories } = reader.queue;
  const variant = variantOf(event, reader);
  if (variant === undefined)
    return ownEntries(entriesOf(event, before, reader), categories, position, afterId);
  const variants = others.of(event, reader.state);
  let shared = variants.get(variant);
  if (shared === undefined) {
    shared = new SharedEntries(entriesOf(event, before, reader), (text) => others.keep(event, text));
    variants.set(variant, shared);
  }
  return shared.unseen(categories, position, afterId);
};

type MessageSent = Extract<RealmEvent, { type: "message_sent" }>;

/**
 * Whether a message names the reader by an address that others of the role don't see, or people whom others of the role may not know: then
 * nobody shares its JSON.
 */
const isAlone = ({ message: { senderId, conversation } }: MessageSent, reader: EventReader): boolean => {
  const { user, state, now } = reader;
  const isDirect = conversation.kind === "direct";
  if (isDirect && !seesEveryone(state, user, now)) return true;
  return (isDirect || senderId === user.id) && !showsEmailTo(user.role, user);
};

const messageJson = ({ message }: MessageSent, reader: EventReader): string => {
  const { presentation, state, topicLinks } = reader;
  const { applyMarkdown, emptyTopicName: allowEmptyTopic } = presentation;
  return JSON.stringify(
    encodeMessage(message, state, { reader, topicLinks, applyMarkdown, allowEmptyTopic }),
  );
};

const encodeSent = (event: MessageSent, reader: EventReader, id: number): EncodedEvent => {
  const { presentation, user, state, queue } = reader;
  const { message: sent, flagsByUser, origin, readBy } = event;
  const userFlags: readonly Flag[] = flagsByUser[user.id] ?? [];
  const isRead = (sent.senderId === user.id && sent.readBySender) || (readBy && hasId(readBy, user.id));
  const flags =
    isRead || userFlags.length > 0
      ? JSON.stringify(encodeFlags(isRead ? ["read", ...userFlags] : userFlags))
      : "[]";
  const isOrigin = origin?.queueId === queue.id;
  const local = isOrigin ? `,"local_message_id":${JSON.stringify(origin.localId)}` : "";
  const textWith = (message: string): string =>
    `{"type":"message","message":${message},"flags":${flags}${local},"id":${id}}`;
  if (isAlone(event, reader)) return { id, text: textWith(messageJson(event, reader)) };

  // Users see each other's addresses by role; some guests can't see the sender. That and the client's
  // capabilities make the variants.
  const sender = state.users.get(sent.senderId);
  const isKnown = sender === undefined || isKnownTo(reader, state, sender);
  const capabilities =
    (presentation.applyMarkdown ? 1 : 0) +
    (reader.clientGravatar ? 2 : 0) +
    (presentation.emptyTopicName ? 4 : 0) +
    (isKnown ? 8 : 0);
  const variant = `${user.role}${capabilities}`;
  const variants = messages.of(event, state);
  let shared = variants.get(variant);
  if (shared === undefined) {
    shared = { message: messageJson(event, reader), byFlags: new Map() };
    variants.set(variant, shared);
    messages.keep(event, shared.message);
  }
  const { message, byFlags } = shared;
  if (isOrigin) return { id, text: textWith(message) };
  let entry = byFlags.get(flags);
  if (entry?.id !== id) {
    entry = { id, text: textWith(message), lists: [] };
    byFlags.set(flags, entry);
    messages.keep(event, entry.text);
  }
  return entry;
};

/** The entries of an event, in the order in which clients must receive them. */
const entriesOf = (
  event: Exclude<RealmEvent, { type: "message_sent" }>,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  if (isUserData(event)) return userDataEntries(event, reader);
  if (isAboutTopics(event)) return topicEntries(event, reader);
  if (isAboutPush(event)) return deviceEntries(event);
  switch (event.type) {
    case "realm_created":
      return realm.realmCreated(event, reader);
    case "realm_changed":
      return realm.realmChanged(event, before, reader);
    case "emoji_added":
      return emojiAdded(event.emoji, reader);
    case "emoji_deactivated":
      return emojiDeactivated(event.emojiId, reader);
    case "profile_fields_set":
      return realm.profileFieldsSet(event);
    case "linkifiers_set":
      return realm.linkifiersSet(event, reader);
    case "playgrounds_set":
      return realm.playgroundsSet(event);
    case "domain_added":
    case "domain_changed":
    case "domain_removed":
      return realm.domainsChanged(event);
    case "invitations_made":
    case "invitations_closed":
      return realm.invitationsChanged;
    case "invitation_mailed":
    case "secrets_changed":
      return [];
    case "group_created":
      return group.groupCreated(event, reader);
    case "group_changed":
      return group.groupChanged(event, before, reader);
    case "group_members_changed":
      return group.groupMembersChanged(event, reader);
    case "group_subgroups_changed":
      return group.groupSubgroupsChanged(event, reader);
    case "user_created":
      return people.userCreated(event, reader);
    case "user_changed":
      return people.userChanged(event, reader);
    case "user_deactivated":
    case "user_reactivated":
      return userActivated(event, reader);
    case "role_changed":
      return roleChanged(event, before, reader);
    case "people_revealed":
      return acquaintance.peopleRevealed(event, reader);
    case "people_hidden":
      return acquaintance.peopleHidden(event, reader);
    case "bot_changed":
      return people.botChanged(event, reader);
    case "profile_values_changed":
      return people.profileValuesChanged(event);
    case "user_settings_changed":
      return people.userSettingsChanged(event, reader);
    case "user_status_changed":
      return people.userStatusChanged(event);
    case "alert_words_set":
      return people.alertWordsSet(event);
    case "muted_users_set":
      return people.mutedUsersSet(event);
    case "channel_created":
      return channel.channelAdded(event.channel.id, undefined, reader);
    case "channel_revealed":
      return channel.channelAdded(event.channelId, event.history, reader);
    case "channel_hidden":
      return channel.channelGone(event.channelId);
    case "channel_changed":
      return channel.channelChanged(event, before, reader);
    case "default_channel_groups_set":
      return channel.defaultChannelGroupsSet(event, reader);
    case "channel_folders_set":
      return channel.channelFoldersSet(event);
    case "subscriptions_changed":
      return subscription.subscriptionsChanged(event);
    case "default_channels_set":
      return channel.defaultChannelsSet(event, reader);
    case "subscribed":
      return [
        ...acquaintance.userIntroductions(event, before, reader),
        ...subscription.subscribed(event, reader),
      ];
    case "unsubscribed":
      return [
        ...subscription.unsubscribed(event, reader),
        ...acquaintance.userFarewells(event, before, reader),
      ];
    case "reaction_changed":
      return message.reactionChanged(event, reader);
    case "submessage_added":
      return message.submessageAdded(event);
    case "message_edited":
      return message.messageEdited(event, reader);
    case "message_rendered":
      return message.messageRendered(event, reader);
    case "messages_moved":
      return message.messagesMoved(event, reader);
    case "messages_restored":
      return [];
    case "messages_deleted":
      return message.messagesDeleted(event, reader);
    case "message_flags_changed":
      return flagsChanged(event, reader);
  }
};
