import type { RealmEvent } from "../events/event";
import type { PushEvent } from "../events/push-event";
import type { TopicEvent } from "../events/topic-event";
import type { UserDataEvent } from "../events/user-data-event";
import type { AuditEntry } from "./audit-entry";
import { type AuditRule, type AuditRules, type AuditStep, personalMatter } from "./audit-rule";
import { boundedEntry } from "./audit-values";
import { channelAuditRules } from "./channel-audit";
import { groupAuditRules } from "./group-audit";
import { messageAuditRules } from "./message-audit";
import { realmAuditRules } from "./realm-audit";
import { userAuditRules } from "./user-audit";

const userDataRules: AuditRules<UserDataEvent | TopicEvent | PushEvent> = {
  attachment_added: personalMatter,
  attachment_sharing_changed: personalMatter,
  attachment_removed: personalMatter,
  drafts_added: personalMatter,
  draft_changed: personalMatter,
  draft_removed: personalMatter,
  snippet_added: personalMatter,
  snippet_changed: personalMatter,
  snippet_removed: personalMatter,
  scheduled_set: personalMatter,
  scheduled_removed: personalMatter,
  reminder_added: personalMatter,
  reminder_removed: personalMatter,
  navigation_view_added: personalMatter,
  navigation_view_changed: personalMatter,
  navigation_view_removed: personalMatter,
  onboarding_step_seen: personalMatter,
  topic_policy_set: personalMatter,
  topic_policies_carried: personalMatter,
  call_token_changed: personalMatter,
  client_device_added: personalMatter,
  client_device_changed: personalMatter,
  client_device_removed: personalMatter,
  push_token_added: personalMatter,
  push_token_introduced: personalMatter,
  push_token_removed: personalMatter,
};

/** How each type of event is audited, or why it is not. */
export const auditRules: AuditRules<RealmEvent> = {
  ...realmAuditRules,
  ...userAuditRules,
  ...groupAuditRules,
  ...channelAuditRules,
  ...messageAuditRules,
  ...userDataRules,
};

const noEntries: readonly AuditEntry[] = [];

/** The audit entries of an event. `step.before` is the state just before it. */
export const auditEvent = (event: RealmEvent, step: AuditStep): readonly AuditEntry[] => {
  // The rule of the event's own type.
  const rule = auditRules[event.type] as AuditRule<RealmEvent>;
  if (typeof rule !== "function") return noEntries;
  return rule(event, step).map((record) => boundedEntry({ ...record, actor: step.actor }));
};
