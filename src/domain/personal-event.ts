import type { AttachmentEvent } from "./attachment";
import type { Draft } from "./draft";
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

const personalTypes: ReadonlySet<string> = new Set<PersonalEvent["type"]>([
  "drafts_added",
  "draft_changed",
  "draft_removed",
  "snippet_added",
  "snippet_changed",
  "snippet_removed",
  "scheduled_set",
  "scheduled_removed",
  "topic_policy_set",
  "attachment_added",
  "attachment_sharing_changed",
  "attachment_removed",
  "call_token_changed",
]);

export const isPersonal = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, PersonalEvent> => personalTypes.has(event.type);
