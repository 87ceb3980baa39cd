import type { AttachmentEvent } from "./attachment";
import type { Draft } from "./draft";
import { ofFamily } from "./event-family";
import type { NavigationView } from "./navigation-view";
import type { Reminder } from "./reminder";
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
  | { readonly type: "reminder_added"; readonly userId: number; readonly reminder: Reminder }
  /** It came due or was taken back. */
  | { readonly type: "reminder_removed"; readonly userId: number; readonly reminderId: number }
  | { readonly type: "navigation_view_added"; readonly userId: number; readonly view: NavigationView }
  | {
      readonly type: "navigation_view_changed";
      readonly userId: number;
      readonly fragment: string;
      readonly change: Partial<Omit<NavigationView, "fragment">>;
    }
  | { readonly type: "navigation_view_removed"; readonly userId: number; readonly fragment: string }
  | {
      readonly type: "onboarding_step_seen";
      readonly userId: number;
      readonly step: string;
      /** What is still to come after it. */
      readonly remaining: readonly string[];
    }
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
  reminder_added: true,
  reminder_removed: true,
  navigation_view_added: true,
  navigation_view_changed: true,
  navigation_view_removed: true,
  onboarding_step_seen: true,
  topic_policy_set: true,
  attachment_added: true,
  attachment_sharing_changed: true,
  attachment_removed: true,
  call_token_changed: true,
});
