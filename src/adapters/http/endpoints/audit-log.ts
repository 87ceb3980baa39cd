import { left, map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { listAuditLog } from "../../../application/audit/list-audit-log";
import { listSettingChanges } from "../../../application/audit/list-setting-changes";
import { auditKinds, auditTargets, type LoggedAuditEntry } from "../../../domain/audit/audit-entry";
import { settingKinds } from "../../../domain/audit/setting-kinds";
import { badRequest } from "../../../domain/errors";
import { userId } from "../codecs/naming";
import { integer } from "../codecs/numbers";
import { optional, required, withDefault } from "../codecs/parameter";
import { count, json, nat, unixSeconds, upTo } from "../codecs/wire-type";
import { encodeAuditEntry, encodeSettingChange } from "../encode/audit-entry";
import { endpoint } from "../endpoint";

const mostEntries = 1000;
const usualEntries = 100;

const wordOf = <Word extends string>(words: readonly Word[]) =>
  t.keyof(Object.fromEntries(words.map((word) => [word, null])) as Record<Word, null>);

const kinds = upTo(10_000, json(t.array(wordOf(auditKinds))));
const target = upTo(200, json(t.type({ type: wordOf(auditTargets), id: integer })));

const listAuditLogEndpoint = endpoint({
  method: "get",
  at: "/realm/audit_log",
  caller: "user",
  forAtLeast: "owner",
  summary: "Who did what in the organization, the newest first. Owners only",
  path: {},
  params: {
    actor_id: optional(userId),
    kinds: optional(kinds),
    target: optional(target),
    since: optional(unixSeconds),
    until: optional(unixSeconds),
    before_id: optional(nat),
    limit: withDefault(count, usualEntries),
  },
  response: {
    entries: { type: "array", items: { type: "object" } },
    found_oldest: { type: "boolean" },
  },
  use: listAuditLog,
  run: (listAuditLog, { caller }, given) => {
    if (given.limit < 1 || given.limit > mostEntries)
      return left(badRequest(`limit must be from 1 to ${mostEntries}`));
    const page = listAuditLog(caller, {
      filter: {
        actorId: given.actor_id,
        kinds: given.kinds,
        target: given.target,
        since: given.since && given.since * 1000,
        until: given.until && given.until * 1000,
      },
      olderThan: given.before_id,
      limit: given.limit,
    });
    return map((entries: readonly LoggedAuditEntry[]) => ({
      entries: entries.map(encodeAuditEntry),
      found_oldest: entries.length < given.limit,
    }))(page);
  },
});

const listSettingChangesEndpoint = endpoint({
  method: "get",
  at: "/realm/setting_changes",
  caller: "user",
  summary:
    "Who last changed what is set of the organization (administrators only), a channel or a group (whoever may change it)",
  path: {},
  params: {
    kinds: required(upTo(10_000, json(t.array(wordOf(settingKinds))))),
    target: optional(target),
    limit: withDefault(count, usualEntries),
  },
  response: { changes: { type: "array", items: { type: "object" } } },
  use: listSettingChanges,
  run: (listSettingChanges, { caller }, { kinds, target, limit }) => {
    if (limit < 1 || limit > mostEntries) return left(badRequest(`limit must be from 1 to ${mostEntries}`));
    return map((entries: readonly LoggedAuditEntry[]) => ({ changes: entries.map(encodeSettingChange) }))(
      listSettingChanges(caller, { kinds, target, limit }),
    );
  },
});

export const auditLogEndpoints = [listAuditLogEndpoint, listSettingChangesEndpoint];
