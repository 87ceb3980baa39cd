import * as t from "io-ts";
import { topicPolicyCodec } from "../channels/topic-policy";
import { entity, listOf, oneOf, optional, partial, some } from "../codec/codec";
import { attachmentCodec, sharedAttachmentCodec } from "../files/attachment";
import { draftCodec } from "../messages/draft";
import { reminderCodec } from "../messages/reminder";
import { savedSnippetCodec } from "../messages/saved-snippet";
import { scheduledMessageCodec } from "../messages/scheduled-message";
import { type NavigationView, navigationViewCodec } from "../users/navigation-view";
import { eventCodecs } from "./event-family";
import type { UserDataEvent } from "./user-data-event";

/** Codecs of events about users' private data. */
export const userDataEventCodecs = eventCodecs<UserDataEvent>({
  attachment_added: {
    userId: t.number,
    attachment: attachmentCodec,
    spaceUsed: t.number,
  },
  attachment_sharing_changed: {
    userId: t.number,
    op: oneOf("add", "remove"),
    messageId: t.number,
    attachment: sharedAttachmentCodec,
    spaceUsed: t.number,
    isHidden: optional(oneOf(true)),
  },
  attachment_removed: {
    userId: t.number,
    attachmentId: t.number,
    size: t.number,
    spaceUsed: t.number,
  },
  drafts_added: { userId: t.number, drafts: listOf(draftCodec) },
  draft_changed: { userId: t.number, draft: draftCodec },
  draft_removed: { userId: t.number, draftId: t.number },
  snippet_added: { userId: t.number, snippet: savedSnippetCodec },
  snippet_changed: { userId: t.number, snippet: savedSnippetCodec },
  snippet_removed: { userId: t.number, snippetId: t.number },
  scheduled_set: {
    userId: t.number,
    scheduled: scheduledMessageCodec,
    isNew: t.boolean,
  },
  scheduled_removed: { userId: t.number, scheduledId: t.number },
  reminder_added: { userId: t.number, reminder: reminderCodec },
  reminder_removed: { userId: t.number, reminderId: t.number },
  navigation_view_added: { userId: t.number, view: navigationViewCodec },
  navigation_view_changed: {
    userId: t.number,
    fragment: t.string,
    change: entity<Partial<Omit<NavigationView, "fragment">>>(
      partial(some(navigationViewCodec.fields, "isPinned", "name")),
    ),
  },
  navigation_view_removed: { userId: t.number, fragment: t.string },
  onboarding_step_seen: { userId: t.number, step: t.string, remaining: listOf(t.string) },
  topic_policy_set: {
    userId: t.number,
    channelId: t.number,
    topic: t.string,
    policy: topicPolicyCodec,
    setAt: t.number,
  },
  call_token_changed: {
    userId: t.number,
    provider: t.string,
    isThere: t.boolean,
  },
});
