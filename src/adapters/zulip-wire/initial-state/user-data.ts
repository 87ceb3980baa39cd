import { remainingSteps } from "../../../domain/users/onboarding-step";
import {
  encodeDraft,
  encodeMutedTopics,
  encodeNavigationView,
  encodeReminder,
  encodeScheduled,
  encodeSnippet,
  encodeSteps,
  encodeUserTopic,
} from "../encode/user-data";
import { JsonList } from "../json";
import type { MessagePart } from "./context";

export const draftsPart: MessagePart =
  ({ user }) =>
  ({ drafts }) => ({ drafts: user.settings.enableDraftsSynchronization ? drafts.map(encodeDraft) : [] });

export const snippetsPart: MessagePart =
  () =>
  ({ snippets }) => ({ saved_snippets: snippets.map(encodeSnippet) });

export const scheduledPart: MessagePart =
  ({ user }) =>
  ({ scheduled }) => ({ scheduled_messages: scheduled.map((one) => encodeScheduled(one, user.id)) });

export const remindersPart: MessagePart =
  ({ user }) =>
  ({ reminders }) => ({ reminders: reminders.map((reminder) => encodeReminder(reminder, user.id)) });

export const navigationViewsPart: MessagePart =
  () =>
  ({ navigationViews }) => ({ navigation_views: navigationViews.map(encodeNavigationView) });

export const onboardingPart: MessagePart =
  () =>
  ({ seenSteps }) => ({
    onboarding_steps: encodeSteps(remainingSteps(seenSteps)),
    navigation_tour_video_url: null,
  });

export const userTopicsPart: MessagePart =
  ({ presentation }) =>
  ({ userTopics }) => ({
    user_topics: new JsonList(userTopics, (topic) => encodeUserTopic(topic, presentation.emptyTopicName)),
  });

export const mutedTopicsPart: MessagePart =
  ({ state, presentation }) =>
  ({ userTopics }) => ({ muted_topics: encodeMutedTopics(state, userTopics, presentation.emptyTopicName) });

/** Whether the user has authorized call providers; `has_provider_token` is about the chosen one. API §4.23. */
export const callTokensPart: MessagePart = ({ state, calls }) => {
  const chosen = calls.services.find(({ name }) => name === state.realm.settings.videoChatProvider);
  return ({ callProviders }) => ({
    has_zoom_token: callProviders.includes("zoom"),
    has_webex_token: callProviders.includes("webex"),
    has_provider_token: chosen !== undefined && callProviders.includes(chosen.path),
  });
};
