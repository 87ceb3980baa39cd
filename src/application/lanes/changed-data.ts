import { idsIn } from "../../domain/collections/compact-ids";
import type { RealmEvent } from "../../domain/events/event";
import type { MessageId, UserId } from "../../domain/ids";
import type { ChangedData, StoredKind } from "./change-set";

type Of<Type extends RealmEvent["type"]> = Extract<RealmEvent, { readonly type: Type }>;
type DataOf<Event> = (event: Event) => readonly ChangedData[];

const none = (): readonly ChangedData[] => [];

const allOf =
  (...kinds: readonly StoredKind[]): DataOf<unknown> =>
  () =>
    kinds.map((kind) => ({ kind, everything: true }));

const ofUser =
  (...kinds: readonly StoredKind[]): DataOf<{ readonly userId: UserId }> =>
  ({ userId }) =>
    kinds.map((kind) => ({ kind, users: [userId] }));

const ofMessages = (messages: readonly MessageId[]): readonly ChangedData[] => [
  { kind: "heads", messages },
  { kind: "contents", messages },
];

const content: DataOf<{ readonly messageId: MessageId }> = ({ messageId }) => [
  { kind: "contents", messages: [messageId] },
];

const sent: DataOf<Of<"message_sent">> = ({ message, beginsConversation, flagsByUser, readBy }) => {
  const { id, conversation } = message;
  const participants = conversation.kind === "direct" && beginsConversation ? conversation.participants : [];
  return [
    ...ofMessages([id]),
    {
      kind: "readStates",
      users: [...Object.keys(flagsByUser).map(Number), ...participants, ...idsIn(readBy ?? [])],
    },
    ...(beginsConversation ? allOf("directConversations")(undefined) : []),
  ];
};

const flagged: DataOf<Of<"message_flags_changed">> = ({ userId, op, flag, messageIds }) => [
  { kind: "readStates", users: [userId] },
  // A message that its own sender marks as unread no longer counts as read on arrival.
  ...(op === "remove" && flag === "read" ? ofMessages(messageIds) : []),
];

const everyMessage = ["heads", "contents", "readStates", "attachments"] as const;

const dataByType: { readonly [Type in RealmEvent["type"]]: DataOf<Of<Type>> } = {
  realm_created: none,
  realm_changed: none,
  group_created: none,
  group_changed: none,
  group_members_changed: none,
  group_subgroups_changed: none,
  user_created: none,
  user_changed: none,
  user_deactivated: ofUser("readStates", "userData"),
  user_reactivated: ofUser("readStates"),
  role_changed: none,
  people_revealed: none,
  people_hidden: none,
  bot_changed: none,
  profile_values_changed: none,
  user_settings_changed: none,
  user_status_changed: none,
  secrets_changed: ofUser("credentials"),
  alert_words_set: none,
  muted_users_set: none,
  profile_fields_set: none,
  linkifiers_set: none,
  playgrounds_set: none,
  domain_added: none,
  domain_changed: none,
  domain_removed: none,
  invitations_made: none,
  invitation_mailed: none,
  invitations_closed: none,
  channel_created: none,
  channel_revealed: none,
  channel_hidden: none,
  channel_changed: none,
  default_channels_set: none,
  default_channel_groups_set: none,
  channel_folders_set: none,
  subscriptions_changed: none,
  subscribed: ({ subscriptions }) => [
    { kind: "readStates", users: new Set(subscriptions.map(({ userId }) => userId)) },
  ],
  unsubscribed: ({ userIds }) => [{ kind: "readStates", users: userIds }],
  drafts_added: ofUser("userData"),
  draft_changed: ofUser("userData"),
  draft_removed: ofUser("userData"),
  snippet_added: ofUser("userData"),
  snippet_changed: ofUser("userData"),
  snippet_removed: ofUser("userData"),
  // A file of a scheduled message isn't an orphan.
  scheduled_set: (event) => [...ofUser("userData")(event), ...allOf("attachments")(event)],
  scheduled_removed: (event) => [...ofUser("userData")(event), ...allOf("attachments")(event)],
  reminder_added: ofUser("userData"),
  reminder_removed: ofUser("userData"),
  navigation_view_added: ofUser("userData"),
  navigation_view_changed: ofUser("userData"),
  navigation_view_removed: ofUser("userData"),
  onboarding_step_seen: ofUser("userData"),
  topic_policy_set: ofUser("userData"),
  topic_policies_carried: ({ carried }) => [
    { kind: "userData", users: carried.flatMap(({ userIds }) => idsIn(userIds)) },
  ],
  attachment_added: allOf("attachments"),
  attachment_sharing_changed: allOf("attachments"),
  attachment_removed: allOf("attachments"),
  emoji_added: none,
  emoji_deactivated: none,
  call_token_changed: ofUser("userData", "credentials"),
  client_device_added: none,
  client_device_changed: none,
  client_device_removed: none,
  push_token_added: none,
  push_token_introduced: none,
  push_token_removed: none,
  message_sent: sent,
  messages_deleted: allOf(...everyMessage, "directConversations"),
  messages_restored: allOf(...everyMessage, "directConversations"),
  reaction_changed: content,
  submessage_added: content,
  message_edited: (event) => [...content(event), ...allOf("readStates")(event)],
  message_rendered: content,
  messages_moved: allOf(...everyMessage),
  message_flags_changed: flagged,
};

/** What writing the event changes, of the data that lanes read. The compiler requires every type of event. */
export const changedData = <Event extends RealmEvent>(event: Event): readonly ChangedData[] =>
  // Each entry takes the events of its own type.
  (dataByType[event.type] as DataOf<RealmEvent>)(event);
