import { idsIn } from "../../../../../src/domain/collections/compact-ids";
import type { AttachmentEvent } from "../../../../../src/domain/events/attachment-event";
import type { TopicEvent } from "../../../../../src/domain/events/topic-event";
import type { UserDataEvent } from "../../../../../src/domain/events/user-data-event";
import type { ChannelId } from "../../../../../src/domain/ids";
import { foldCase } from "../../../../../src/domain/text/fold-case";
import { projectAttachments } from "../files/project-attachments";
import type { RealmTables, UserDataLists } from "../tables";
import { insert } from "./unique";

export const noItems: UserDataLists = {
  drafts: new Map(),
  snippets: new Map(),
  scheduled: new Map(),
  reminders: new Map(),
  views: new Map(),
  seenSteps: new Set(),
  topics: new Map(),
};

/** The key of a topic. */
export const topicKey = (channelId: ChannelId, topic: string): string => `${channelId} ${foldCase(topic)}`;

/** Updates users' private data. */
export const projectUserData = (tables: RealmTables, event: UserDataEvent): void => {
  switch (event.type) {
    case "attachment_added":
    case "attachment_sharing_changed":
    case "attachment_removed":
      projectAttachments(tables, event);
      break;
    default:
      projectOwn(tables, event);
  }
};

/** Moves users' policies for a topic along with it, as if each had set them. */
export const projectTopics = (tables: RealmTables, { from, to, carried, setAt }: TopicEvent): void => {
  for (const { userIds, hadPolicy, policy } of carried)
    for (const userId of idsIn(userIds)) {
      const set = { type: "topic_policy_set", userId, setAt } as const;
      if (hadPolicy) projectOwn(tables, { ...set, ...from, policy: "inherit" });
      if (policy !== undefined) projectOwn(tables, { ...set, ...to, policy });
    }
};

const projectOwn = (tables: RealmTables, event: Exclude<UserDataEvent, AttachmentEvent>): void => {
  const before = tables.userData.get(event.userId) ?? noItems;
  const drafts = new Map(before.drafts);
  const snippets = new Map(before.snippets);
  const scheduled = new Map(before.scheduled);
  const reminders = new Map(before.reminders);
  const views = new Map(before.views);
  const seenSteps = new Set(before.seenSteps);
  const topics = new Map(before.topics);
  switch (event.type) {
    case "drafts_added":
      for (const draft of event.drafts) insert("draft", drafts, draft.id, draft);
      break;
    case "draft_changed":
      drafts.set(event.draft.id, event.draft);
      break;
    case "draft_removed":
      drafts.delete(event.draftId);
      break;
    case "snippet_added":
    case "snippet_changed":
      snippets.set(event.snippet.id, event.snippet);
      break;
    case "snippet_removed":
      snippets.delete(event.snippetId);
      break;
    case "scheduled_set":
      scheduled.set(event.scheduled.id, event.scheduled);
      break;
    case "scheduled_removed":
      scheduled.delete(event.scheduledId);
      break;
    case "reminder_added":
      reminders.set(event.reminder.id, event.reminder);
      break;
    case "reminder_removed":
      reminders.delete(event.reminderId);
      break;
    case "navigation_view_added":
      views.set(event.view.fragment, event.view);
      break;
    case "navigation_view_changed": {
      const view = views.get(event.fragment);
      if (view) views.set(event.fragment, { ...view, ...event.change });
      break;
    }
    case "navigation_view_removed":
      views.delete(event.fragment);
      break;
    case "onboarding_step_seen":
      seenSteps.add(event.step);
      break;
    // The token is stored separately from the event.
    case "call_token_changed":
      return;
    case "topic_policy_set": {
      const { channelId, topic, policy, setAt } = event;
      if (policy === "inherit") topics.delete(topicKey(channelId, topic));
      else topics.set(topicKey(channelId, topic), { channelId, topic, policy, setAt });
      break;
    }
  }
  tables.userData.set(event.userId, { drafts, snippets, scheduled, reminders, views, seenSteps, topics });
};
