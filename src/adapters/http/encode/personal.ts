import { recipientsOf } from "../../../application/scheduled-messages/check-scheduled";
import type { Draft } from "../../../domain/draft";
import type { NavigationView } from "../../../domain/navigation-view";
import type { PersonalEvent } from "../../../domain/personal-event";
import type { RealmState } from "../../../domain/realm-state";
import type { Reminder } from "../../../domain/reminder";
import type { SavedSnippet } from "../../../domain/saved-snippet";
import type { ScheduledMessage } from "../../../domain/scheduled-message";
import { topicPolicies, type UserTopic } from "../../../domain/topic-policy";
import { attachmentWords } from "./attachment";
import type { EventReader, Word } from "./event-reader";
import { topicName } from "./message";

/** A draft under the wire's names. API §2.6. */
export const encodeDraft = ({ id, place, content, editedAt }: Draft): object => ({
  id,
  ...(place.kind === "channel"
    ? { type: "stream", to: [place.channelId], topic: place.topic }
    : place.kind === "direct"
      ? { type: "private", to: place.userIds, topic: "" }
      : { type: "", to: [], topic: "" }),
  content,
  timestamp: Math.floor(editedAt),
});

export const encodeSnippet = ({ id, title, content, createdAt }: SavedSnippet): object => ({
  id,
  title,
  content,
  date_created: Math.floor(createdAt / 1000),
});

/** A message for later as its sender sees it. */
export const encodeScheduled = (
  { id, place, content, renderedContent, deliverAt, failure }: ScheduledMessage,
  senderId: number,
): object => ({
  scheduled_message_id: id,
  ...(place.kind === "channel"
    ? { type: "stream", to: place.channelId, topic: place.topic }
    : { type: "private", to: recipientsOf(place.userIds, senderId) }),
  content,
  rendered_content: renderedContent,
  scheduled_delivery_timestamp: deliverAt,
  failed: failure !== null,
});

/** A reminder as a direct message that will come to its user. */
export const encodeReminder = (
  { id, messageId, content, renderedContent, remindAt }: Reminder,
  userId: number,
): object => ({
  reminder_id: id,
  type: "private",
  to: [userId],
  content,
  rendered_content: renderedContent,
  scheduled_delivery_timestamp: remindAt,
  failed: false,
  reminder_target_message_id: messageId,
});

/** A view of the sidebar, or what changed of it. */
export const encodeNavigationView = ({ fragment, isPinned, name }: Partial<NavigationView>): object => ({
  ...(fragment !== undefined && { fragment }),
  ...(isPinned !== undefined && { is_pinned: isPinned }),
  ...(name !== undefined && { name }),
});

/** What clients are still to explain. */
export const encodeSteps = (names: readonly string[]): readonly object[] =>
  names.map((name) => ({ type: "one_time_notice", name }));

export const encodeUserTopic = (
  {
    channelId,
    topic,
    policy,
    setAt,
  }: Omit<UserTopic, "policy"> & { readonly policy: (typeof topicPolicies)[number] },
  allowEmptyTopic: boolean,
): object => ({
  stream_id: channelId,
  topic_name: topicName(topic, allowEmptyTopic),
  last_updated: setAt,
  visibility_policy: topicPolicies.indexOf(policy),
});

/** Muted topics alone, by the channel's name, in the form of older clients. */
export const encodeMutedTopics = (
  state: RealmState,
  userTopics: readonly UserTopic[],
  allowEmptyTopic: boolean,
): readonly unknown[] =>
  userTopics.flatMap(({ channelId, topic, policy, setAt }) => {
    const channel = state.channels.get(channelId);
    return policy === "muted" && channel ? [[channel.name, topicName(topic, allowEmptyTopic), setAt]] : [];
  });

/** What a user's own clients hear of what they keep for themselves. */
export const personalWords = (event: PersonalEvent, reader: EventReader): readonly Word[] => {
  const { emptyTopicName } = reader.presentation;
  const drafts = (body: object): readonly Word[] => [
    { category: "drafts", body: { type: "drafts", ...body } },
  ];
  const snippets = (body: object): readonly Word[] => [
    { category: "saved_snippets", body: { type: "saved_snippets", ...body } },
  ];
  const scheduled = (body: object): readonly Word[] => [
    { category: "scheduled_messages", body: { type: "scheduled_messages", ...body } },
  ];
  const view = (body: object): readonly Word[] => [
    { category: "navigation_views", body: { type: "navigation_view", ...body } },
  ];
  switch (event.type) {
    case "drafts_added":
      return drafts({ op: "add", drafts: event.drafts.map(encodeDraft) });
    case "draft_changed":
      return drafts({ op: "update", draft: encodeDraft(event.draft) });
    case "draft_removed":
      return drafts({ op: "remove", draft_id: event.draftId });
    case "snippet_added":
      return snippets({ op: "add", saved_snippet: encodeSnippet(event.snippet) });
    case "snippet_changed":
      return snippets({ op: "update", saved_snippet: encodeSnippet(event.snippet) });
    case "snippet_removed":
      return snippets({ op: "remove", saved_snippet_id: event.snippetId });
    case "attachment_added":
    case "attachment_sharing_changed":
    case "attachment_removed":
      return attachmentWords(event);
    case "scheduled_set": {
      const encoded = encodeScheduled(event.scheduled, event.userId);
      return scheduled(
        event.isNew
          ? { op: "add", scheduled_messages: [encoded] }
          : { op: "update", scheduled_message: encoded },
      );
    }
    case "scheduled_removed":
      return scheduled({ op: "remove", scheduled_message_id: event.scheduledId });
    case "reminder_added":
      return [
        {
          category: "reminders",
          body: { type: "reminders", op: "add", reminders: [encodeReminder(event.reminder, event.userId)] },
        },
      ];
    case "reminder_removed":
      return [
        { category: "reminders", body: { type: "reminders", op: "remove", reminder_id: event.reminderId } },
      ];
    case "navigation_view_added":
      return view({ op: "add", navigation_view: encodeNavigationView(event.view) });
    case "navigation_view_changed":
      return view({ op: "update", fragment: event.fragment, data: encodeNavigationView(event.change) });
    case "navigation_view_removed":
      return view({ op: "remove", fragment: event.fragment });
    case "onboarding_step_seen":
      return [
        {
          category: "onboarding_steps",
          body: { type: "onboarding_steps", onboarding_steps: encodeSteps(event.remaining) },
        },
      ];
    case "call_token_changed":
      return [
        {
          category: "call_tokens",
          body: { type: `has_${event.provider}_token`, value: event.isThere },
        },
      ];
    case "topic_policy_set":
      return [
        {
          category: "muted_topics",
          body: {
            type: "muted_topics",
            muted_topics: encodeMutedTopics(reader.state, reader.userTopics, emptyTopicName),
          },
        },
        { category: "user_topic", body: { type: "user_topic", ...encodeUserTopic(event, emptyTopicName) } },
      ];
  }
};
