import type { AttachmentEvent } from "../../../domain/attachment";
import type { PersonalEvent } from "../../../domain/personal-event";
import { projectAttachments } from "./project-attachments";
import type { PersonalItems, RealmTables } from "./tables";
import { insert } from "./unique";

export const noItems: PersonalItems = {
  drafts: new Map(),
  snippets: new Map(),
  scheduled: new Map(),
  topics: new Map(),
};

/** What tells two topics apart. */
export const topicKey = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;

/** Changes the rows that follow from what a user keeps for themselves. */
export const projectPersonal = (tables: RealmTables, event: PersonalEvent): void => {
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

const projectOwn = (tables: RealmTables, event: Exclude<PersonalEvent, AttachmentEvent>): void => {
  const before = tables.personal.get(event.userId) ?? noItems;
  const drafts = new Map(before.drafts);
  const snippets = new Map(before.snippets);
  const scheduled = new Map(before.scheduled);
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
    // The token is kept beside the event.
    case "call_token_changed":
      return;
    case "topic_policy_set": {
      const { channelId, topic, policy, setAt } = event;
      if (policy === "inherit") topics.delete(topicKey(channelId, topic));
      else topics.set(topicKey(channelId, topic), { channelId, topic, policy, setAt });
      break;
    }
  }
  tables.personal.set(event.userId, { drafts, snippets, scheduled, topics });
};
