import type { RealmEvent } from "../event";
import type { PersonalEvent } from "../personal-event";
import type { PushEvent } from "../push-event";
import type { AuditEntry } from "./audit-entry";
import { type AuditRule, type AuditRules, type AuditStep, ownAffair } from "./audit-rule";
import { boundedEntry } from "./audit-values";
import { channelAuditRules } from "./channel-audit";
import { groupAuditRules } from "./group-audit";
import { messageAuditRules } from "./message-audit";
import { realmAuditRules } from "./realm-audit";
import { userAuditRules } from "./user-audit";

const personalRules: AuditRules<PersonalEvent | PushEvent> = {
  attachment_added: ownAffair,
  attachment_sharing_changed: ownAffair,
  attachment_removed: ownAffair,
  drafts_added: ownAffair,
  draft_changed: ownAffair,
  draft_removed: ownAffair,
  snippet_added: ownAffair,
  snippet_changed: ownAffair,
  snippet_removed: ownAffair,
  scheduled_set: ownAffair,
  scheduled_removed: ownAffair,
  reminder_added: ownAffair,
  reminder_removed: ownAffair,
  navigation_view_added: ownAffair,
  navigation_view_changed: ownAffair,
  navigation_view_removed: ownAffair,
  onboarding_step_seen: ownAffair,
  topic_policy_set: ownAffair,
  call_token_changed: ownAffair,
  client_device_added: ownAffair,
  client_device_changed: ownAffair,
  client_device_removed: ownAffair,
  push_token_added: ownAffair,
  push_token_introduced: ownAffair,
  push_token_removed: ownAffair,
};

/** How each type of event is audited, or why it isn't. */
export const auditRules: AuditRules<RealmEvent> = {
  ...realmAuditRules,
  ...userAuditRules,
  ...groupAuditRules,
  ...channelAuditRules,
  ...messageAuditRules,
  ...personalRules,
};

const nothing: readonly AuditEntry[] = [];

/** The lines that an event adds to the audit log. `step.before` is the realm just before it. */
export const auditOf = (event: RealmEvent, step: AuditStep): readonly AuditEntry[] => {
  const rule = auditRules[event.type] as AuditRule<RealmEvent>;
  if (typeof rule !== "function") return nothing;
  return rule(event, step).map((record) => boundedEntry({ ...record, actor: step.actor }));
};
