import * as t from "io-ts";
import { attachmentCodec, sharedAttachmentCodec } from "./attachment";
import { listOf, oneOf } from "./codec";
import { draftCodec } from "./draft";
import { eventCodecs } from "./event-family";
import type { PersonalEvent } from "./personal-event";
import { savedSnippetCodec } from "./saved-snippet";
import { scheduledMessageCodec } from "./scheduled-message";
import { topicPolicyCodec } from "./topic-policy";

/** Codecs of events about what people keep for themselves. */
export const personalEventCodecs = eventCodecs<PersonalEvent>({
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
