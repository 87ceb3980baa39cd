import type { MessageEvent } from "../events/message-event";
import type { Conversation } from "../messages/message";
import type { RealmState } from "../state/realm-state";
import type { AuditTarget } from "./audit-entry";
import { type AuditRules, aboutChannel, aboutRealm, conversation, housekeeping, record } from "./audit-rule";
import { auditValues } from "./audit-values";

const aboutConversation = (place: Conversation): AuditTarget =>
  place.kind === "channel" ? aboutChannel(place.channelId) : { type: "conversation", id: place.id };

/** Whether the log may name the topic. Names of topics in private channels stay private. */
const isOpenPlace = (state: RealmState, place: Conversation): boolean =>
  place.kind === "channel" && state.channels.get(place.channelId)?.privacy !== "private";

/** Audit rules for events about messages. No entry quotes a message. */
export const messageAuditRules: AuditRules<MessageEvent> = {
  message_sent: conversation,
  // Users can only edit their own messages.
  message_edited: conversation,
  message_rendered: housekeeping,
  reaction_changed: conversation,
  submessage_added: conversation,
  message_flags_changed: conversation,
  // Not audited: deletions by retention, and of the user's own messages.
  messages_deleted: ({ conversation: place, topic, messageIds, senderId }, { before, actor }) =>
    actor.userId === null || actor.userId === senderId
      ? []
      : [
          record("messages_deleted", aboutConversation(place), {
            before: auditValues({
              messageIds,
              senderId,
              topic: isOpenPlace(before, place) ? topic : undefined,
            }),
          }),
        ],
  messages_restored: ({ messageIds }, { before }) => [
    record("messages_restored", aboutRealm(before), { after: auditValues({ messageIds }) }),
  ],
  // Moves within a channel appear in the edit history. Only moves to another channel change who can read the messages,
  // so only those are audited.
  messages_moved: ({ from, to, messageIds }) =>
    from.conversation.channelId === to.conversation.channelId
      ? []
      : [
          record("messages_moved", aboutChannel(from.conversation.channelId), {
            before: { channel_id: from.conversation.channelId },
            after: auditValues({ channelId: to.conversation.channelId, messageIds }),
          }),
        ],
};
