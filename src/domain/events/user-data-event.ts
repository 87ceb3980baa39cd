import type { Draft } from "../drafts/draft";
import type { ChannelId, DraftId, ReminderId, ScheduledMessageId, SnippetId, UserId } from "../ids";
import type { NavigationView } from "../navigation/navigation-view";
import type { Reminder } from "../reminders/reminder";
import type { ScheduledMessage } from "../scheduled-messages/scheduled-message";
import type { SavedSnippet } from "../snippets/saved-snippet";
import type { TopicPolicy } from "../topics/topic-policy";
import type { AttachmentEvent } from "./attachment-event";
import { ofFamily } from "./event-family";

/** A change of a user's private data, which only their own clients receive. */
export type UserDataEvent =
  | AttachmentEvent
  | { readonly type: "drafts_added"; readonly userId: UserId; readonly drafts: readonly Draft[] }
  | { readonly type: "draft_changed"; readonly userId: UserId; readonly draft: Draft }
  | { readonly type: "draft_removed"; readonly userId: UserId; readonly draftId: DraftId }
  | { readonly type: "snippet_added"; readonly userId: UserId; readonly snippet: SavedSnippet }
  | { readonly type: "snippet_changed"; readonly userId: UserId; readonly snippet: SavedSnippet }
  | { readonly type: "snippet_removed"; readonly userId: UserId; readonly snippetId: SnippetId }
  | {
      readonly type: "scheduled_set";
      readonly userId: UserId;
      readonly scheduled: ScheduledMessage;
      readonly isNew: boolean;
    }
  /** It was sent or canceled. */
  | { readonly type: "scheduled_removed"; readonly userId: UserId; readonly scheduledId: ScheduledMessageId }
  | { readonly type: "reminder_added"; readonly userId: UserId; readonly reminder: Reminder }
  /** It came due or was canceled. */
  | { readonly type: "reminder_removed"; readonly userId: UserId; readonly reminderId: ReminderId }
  | { readonly type: "navigation_view_added"; readonly userId: UserId; readonly view: NavigationView }
  | {
      readonly type: "navigation_view_changed";
      readonly userId: UserId;
      readonly fragment: string;
      readonly change: Partial<Omit<NavigationView, "fragment">>;
    }
  | { readonly type: "navigation_view_removed"; readonly userId: UserId; readonly fragment: string }
  | {
      readonly type: "onboarding_step_seen";
      readonly userId: UserId;
      readonly step: string;
      /** The steps not yet seen. */
      readonly remaining: readonly string[];
    }
  | {
      readonly type: "topic_policy_set";
      readonly userId: UserId;
      readonly channelId: ChannelId;
      readonly topic: string;
      readonly policy: TopicPolicy;
      /** Unix seconds. */
      readonly setAt: number;
    }
  /** Whether the user has a token at a provider of video calls. The token itself is in no event. */
  | {
      readonly type: "call_token_changed";
      readonly userId: UserId;
      readonly provider: string;
      readonly isThere: boolean;
    };

/** Whether the event is about a user's private data. */
export const isUserData = ofFamily<UserDataEvent>({
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
