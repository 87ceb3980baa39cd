import type { AttachmentEvent } from "./attachment";
import type { Draft } from "./draft";
import { ofFamily } from "./event-family";
import type { SavedSnippet } from "./saved-snippet";
import type { ScheduledMessage } from "./scheduled-message";
import type { TopicPolicy } from "./topic-policy";

/** A change of what a user keeps for themselves: only their own clients hear of it. */
export type PersonalEvent =
  | AttachmentEvent
  | { readonly type: "drafts_added"; readonly userId: number; readonly drafts: readonly Draft[] }
  | { readonly type: "draft_changed"; readonly userId: number; readonly draft: Draft }
  | { readonly type: "draft_removed"; readonly userId: number; readonly draftId: number }
  | { readonly type: "snippet_added"; readonly userId: number; readonly snippet: SavedSnippet }
  | { readonly type: "snippet_changed"; readonly userId: number; readonly snippet: SavedSnippet }
  | { readonly type: "snippet_removed"; readonly userId: number; readonly snippetId: number }
  | {
      readonly type: "scheduled_set";
      readonly userId: number;
      readonly scheduled: ScheduledMessage;
      readonly isNew: boolean;
    }
  /** It was sent or taken back. */
  | { readonly type: "scheduled_removed"; readonly userId: number; readonly scheduledId: number }
  | {
      readonly type: "topic_policy_set";
      readonly userId: number;
      readonly channelId: number;
      readonly topic: string;
      readonly policy: TopicPolicy;
      /** Unix seconds. */
      readonly setAt: number;
    }
  /** Whether there is a token of theirs at a provider of video calls; the token itself is no part of any event. */
  | {
      readonly type: "call_token_changed";
      readonly userId: number;
      readonly provider: string;
      readonly isThere: boolean;
    };

/** Whether the event is about what one user keeps for themselves. */
export const isPersonal = ofFamily<PersonalEvent>({
  drafts_added: true,
  draft_changed: true,
  draft_removed: true,
  snippet_added: true,
  snippet_changed: true,
  snippet_removed: true,
  scheduled_set: true,
  scheduled_removed: true,
  topic_policy_set: true,
  attachment_added: true,
  attachment_sharing_changed: true,
  attachment_removed: true,
  call_token_changed: true,
});
