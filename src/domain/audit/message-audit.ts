import type { Conversation } from "../message";
import type { MessageEvent } from "../message-event";
import type { RealmState } from "../realm-state";
import type { AuditTarget } from "./audit-entry";
import { type AuditRules, aboutChannel, aboutRealm, conversation, housekeeping, record } from "./audit-rule";
import { auditValues } from "./audit-values";

const about = (place: Conversation): AuditTarget =>
  place.kind === "channel" ? aboutChannel(place.channelId) : { type: "conversation", id: place.id };

/** Whether owners could read the topic's name where it was: that of a private channel may tell too much. */
const isOpenPlace = (state: RealmState, place: Conversation): boolean =>
  place.kind === "channel" && state.channels.get(place.channelId)?.privacy !== "private";

/** What events about messages leave in the audit log: never what they say. */
export const messageAuditRules: AuditRules<MessageEvent> = {
  message_sent: conversation,
  // Nobody edits what others wrote.
  message_edited: conversation,
  message_rendered: housekeeping,
  reaction_changed: conversation,
  submessage_added: conversation,
  message_flags_changed: conversation,
  // Retention does it by itself; what somebody takes back of their own is conversation.
  messages_deleted: ({ conversation: place, topic, messageIds, senderId }, { before, actor }) =>
    actor.userId === null || actor.userId === senderId
      ? []
      : [
          record("messages_deleted", about(place), {
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
  // Within a channel the messages' own histories tell of it; into another one, others read them.
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
