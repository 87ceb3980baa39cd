import type { RealmEvent } from "../../domain/events/event";
import type { Readers } from "../transaction";

type ReaderName = keyof Readers;

const none: readonly ReaderName[] = [];
const ofMessages: readonly ReaderName[] = ["messages", "readStates"];
const ofUserData: readonly ReaderName[] = ["userData"];
const ofFiles: readonly ReaderName[] = ["attachments"];

const invalidated: Readonly<Record<RealmEvent["type"], readonly ReaderName[]>> = {
  realm_created: none,
  realm_changed: none,
  group_created: none,
  group_changed: none,
  group_members_changed: none,
  group_subgroups_changed: none,
  user_created: none,
  user_changed: none,
  user_deactivated: ["messages", "readStates", "userData"],
  user_reactivated: ofMessages,
  role_changed: none,
  people_revealed: none,
  people_hidden: none,
  bot_changed: none,
  profile_values_changed: none,
  user_settings_changed: none,
  user_status_changed: none,
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
  // Narrows depend on muted channels.
  subscriptions_changed: ["messages"],
  subscribed: ofMessages,
  unsubscribed: ofMessages,
  drafts_added: ofUserData,
  draft_changed: ofUserData,
  draft_removed: ofUserData,
  snippet_added: ofUserData,
  snippet_changed: ofUserData,
  snippet_removed: ofUserData,
  // A file of a scheduled message isn't an orphan.
  scheduled_set: ["userData", "attachments"],
  scheduled_removed: ["userData", "attachments"],
  reminder_added: ofUserData,
  reminder_removed: ofUserData,
  navigation_view_added: ofUserData,
  navigation_view_changed: ofUserData,
  navigation_view_removed: ofUserData,
  onboarding_step_seen: ofUserData,
  topic_policy_set: ["userData", "messages"],
  attachment_added: ofFiles,
  attachment_sharing_changed: ofFiles,
  attachment_removed: ofFiles,
  emoji_added: none,
  emoji_deactivated: none,
  call_token_changed: ["userData", "credentials"],
  client_device_added: none,
  client_device_changed: none,
  client_device_removed: none,
  push_token_added: none,
  push_token_introduced: none,
  push_token_removed: none,
  message_sent: ofMessages,
  messages_deleted: ["messages", "readStates", "attachments", "directConversations"],
  messages_restored: ["messages", "readStates", "attachments", "directConversations"],
  reaction_changed: ["messages"],
  submessage_added: ["messages"],
  message_edited: ofMessages,
  message_rendered: ["messages"],
  messages_moved: ["messages", "readStates", "attachments"],
  message_flags_changed: ofMessages,
};

const ofFirstMessage: readonly ReaderName[] = [...ofMessages, "directConversations"];

/** The readers whose answers change once the event is written. The compiler requires every type of event. */
export const invalidatedReaders = (event: RealmEvent): readonly ReaderName[] =>
  event.type === "message_sent" && event.beginsConversation ? ofFirstMessage : invalidated[event.type];
