import { recipientsOf } from "../../../application/scheduled-messages/shared/check-scheduled-message";
import { hasId } from "../../../domain/collections/compact-ids";
import type { Draft } from "../../../domain/drafts/draft";
import type { TopicEvent } from "../../../domain/events/topic-event";
import type { UserDataEvent } from "../../../domain/events/user-data-event";
import type { UserId } from "../../../domain/ids";
import type { NavigationView } from "../../../domain/navigation/navigation-view";
import type { Reminder } from "../../../domain/reminders/reminder";
import type { ScheduledMessage } from "../../../domain/scheduled-messages/scheduled-message";
import type { SavedSnippet } from "../../../domain/snippets/saved-snippet";
import type { RealmState } from "../../../domain/state/realm-state";
import { type TopicPolicy, topicPolicies, type UserTopic } from "../../../domain/topics/topic-policy";
import { JsonList } from "../json";
import { topicName } from "../topic-name";
import { attachmentEntries } from "./attachment";
import type { Encoded } from "./encoded";
import type { EventEntry, EventReader } from "./event-reader";

/** A draft as the API returns it. API §2.6. */
export const encodeDraft = ({
  id,
  place,
  content,
  editedAt,
}: Draft): Encoded<Draft, "place" | "editedAt"> => ({
  id,
  ...(place.kind === "channel"
    ? { type: "stream", to: [place.channelId], topic: place.topic }
    : place.kind === "direct"
      ? { type: "private", to: place.userIds, topic: "" }
      : { type: "", to: [], topic: "" }),
  content,
  timestamp: Math.floor(editedAt),
});

export const encodeSnippet = ({
  id,
  title,
  content,
  createdAt,
}: SavedSnippet): Encoded<SavedSnippet, "createdAt"> => ({
  id,
  title,
  content,
  date_created: Math.floor(createdAt / 1000),
});

/** A scheduled message as its sender sees it. */
export const encodeScheduled = (
  { id, place, content, renderedContent, deliverAt, failure }: ScheduledMessage,
  senderId: UserId,
): Encoded<ScheduledMessage, "id" | "place" | "deliverAt" | "failure" | "client" | "readBySender"> => ({
  scheduled_message_id: id,
  ...(place.kind === "channel"
    ? { type: "stream", to: place.channelId, topic: place.topic }
    : { type: "private", to: recipientsOf(place.userIds, senderId) }),
  content,
  rendered_content: renderedContent,
  scheduled_delivery_timestamp: deliverAt,
  failed: failure !== null,
});

/** A reminder, in the form of a scheduled direct message to its user. */
export const encodeReminder = (
  { id, messageId, content, renderedContent, remindAt }: Reminder,
  userId: UserId,
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

/** A navigation view, or the changed fields of one. */
export const encodeNavigationView = ({ fragment, isPinned, name }: Partial<NavigationView>): object => ({
  ...(fragment !== undefined && { fragment }),
  ...(isPinned !== undefined && { is_pinned: isPinned }),
  ...(name !== undefined && { name }),
});

/** Onboarding steps the user has not seen. */
export const encodeSteps = (names: readonly string[]): readonly object[] =>
  names.map((name) => ({ type: "one_time_notice", name }));

/** A user's policy for a topic, which may be none. */
type PolicySet = Omit<UserTopic, "policy"> & { readonly policy: TopicPolicy };

export const encodeUserTopic = (
  { channelId, topic, policy, setAt }: PolicySet,
  allowEmptyTopic: boolean,
): object => ({
  stream_id: channelId,
  topic_name: topicName(topic, allowEmptyTopic),
  last_updated: setAt,
  visibility_policy: topicPolicies.indexOf(policy),
});

/** Muted topics by channel name, for older clients. They may be thousands. */
export const encodeMutedTopics = (
  state: RealmState,
  userTopics: readonly UserTopic[],
  allowEmptyTopic: boolean,
): JsonList<UserTopic> =>
  new JsonList(
    userTopics.filter(({ channelId, policy }) => policy === "muted" && state.channels.has(channelId)),
    ({ channelId, topic, setAt }) => [
      state.channels.get(channelId)?.name,
      topicName(topic, allowEmptyTopic),
      setAt,
    ],
  );

/** The API events that a user's clients get about the user's own data. */
export const userDataEntries = (event: UserDataEvent, reader: EventReader): readonly EventEntry[] => {
  const drafts = (body: object): readonly EventEntry[] => [
    { category: "drafts", body: { type: "drafts", ...body } },
  ];
  const snippets = (body: object): readonly EventEntry[] => [
    { category: "saved_snippets", body: { type: "saved_snippets", ...body } },
  ];
  const scheduled = (body: object): readonly EventEntry[] => [
    { category: "scheduled_messages", body: { type: "scheduled_messages", ...body } },
  ];
  const view = (body: object): readonly EventEntry[] => [
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
      return attachmentEntries(event);
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
      return policyEntries(event, reader);
  }
};

/** The API events of a user's new policy for a topic. */
const policyEntries = (userTopic: PolicySet, reader: EventReader): readonly EventEntry[] => {
  const { emptyTopicName } = reader.presentation;
  return [
    {
      category: "muted_topics",
      body: () => ({
        type: "muted_topics",
        muted_topics: encodeMutedTopics(reader.state, reader.userTopics, emptyTopicName),
      }),
    },
    { category: "user_topic", body: { type: "user_topic", ...encodeUserTopic(userTopic, emptyTopicName) } },
  ];
};

/** The API events that a user gets when a topic moved: as if they had set their policies for its old and its new place. */
export const topicEntries = ({ from, to, carried, setAt }: TopicEvent, reader: EventReader) => {
  const own = carried.find(({ userIds }) => hasId(userIds, reader.user.id));
  return [
    ...(own?.hadPolicy ? policyEntries({ ...from, policy: "inherit", setAt }, reader) : []),
    ...(own?.policy ? policyEntries({ ...to, policy: own.policy, setAt }, reader) : []),
  ];
};
