import * as t from "io-ts";
import { entity, listOf, oneOf, optional, partial, some } from "../codec/codec";
import { draftCodec } from "../drafts/draft";
import { attachmentCodec, sharedAttachmentCodec } from "../files/attachment";
import {
  attachmentIdCodec,
  channelIdCodec,
  draftIdCodec,
  messageIdCodec,
  reminderIdCodec,
  scheduledMessageIdCodec,
  snippetIdCodec,
  userIdCodec,
} from "../ids";
import { type NavigationView, navigationViewCodec } from "../navigation/navigation-view";
import { reminderCodec } from "../reminders/reminder";
import { scheduledMessageCodec } from "../scheduled-messages/scheduled-message";
import { savedSnippetCodec } from "../snippets/saved-snippet";
import { topicPolicyCodec } from "../topics/topic-policy";
import { eventCodecs } from "./event-family";
import type { UserDataEvent } from "./user-data-event";

/** Codecs of events about users' private data. */
export const userDataEventCodecs = eventCodecs<UserDataEvent>({
  attachment_added: {
    userId: userIdCodec,
    attachment: attachmentCodec,
    spaceUsed: t.number,
  },
  attachment_sharing_changed: {
    userId: userIdCodec,
    op: oneOf("add", "remove"),
    messageId: messageIdCodec,
    attachment: sharedAttachmentCodec,
    spaceUsed: t.number,
    isHidden: optional(oneOf(true)),
  },
  attachment_removed: {
    userId: userIdCodec,
    attachmentId: attachmentIdCodec,
    size: t.number,
    spaceUsed: t.number,
  },
  drafts_added: { userId: userIdCodec, drafts: listOf(draftCodec) },
  draft_changed: { userId: userIdCodec, draft: draftCodec },
  draft_removed: { userId: userIdCodec, draftId: draftIdCodec },
  snippet_added: { userId: userIdCodec, snippet: savedSnippetCodec },
  snippet_changed: { userId: userIdCodec, snippet: savedSnippetCodec },
  snippet_removed: { userId: userIdCodec, snippetId: snippetIdCodec },
  scheduled_set: {
    userId: userIdCodec,
    scheduled: scheduledMessageCodec,
    isNew: t.boolean,
  },
  scheduled_removed: { userId: userIdCodec, scheduledId: scheduledMessageIdCodec },
  reminder_added: { userId: userIdCodec, reminder: reminderCodec },
  reminder_removed: { userId: userIdCodec, reminderId: reminderIdCodec },
  navigation_view_added: { userId: userIdCodec, view: navigationViewCodec },
  navigation_view_changed: {
    userId: userIdCodec,
    fragment: t.string,
    change: entity<Partial<Omit<NavigationView, "fragment">>>(
      partial(some(navigationViewCodec.fields, "isPinned", "name")),
    ),
  },
  navigation_view_removed: { userId: userIdCodec, fragment: t.string },
  onboarding_step_seen: { userId: userIdCodec, step: t.string, remaining: listOf(t.string) },
  topic_policy_set: {
    userId: userIdCodec,
    channelId: channelIdCodec,
    topic: t.string,
    policy: topicPolicyCodec,
    setAt: t.number,
  },
  call_token_changed: {
    userId: userIdCodec,
    provider: t.string,
    isThere: t.boolean,
  },
});
