import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { listAuditLog } from "../../../../application/audit/list-audit-log";
import { listSettingChanges } from "../../../../application/audit/list-setting-changes";
import { auditKinds, auditTargets } from "../../../../domain/audit/audit-entry";
import { settingKinds } from "../../../../domain/audit/setting-kinds";
import { recordOf } from "../../../../domain/codec/record-of";
import { userId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { integer } from "../../../zulip-wire/codecs/whole-numbers";
import { count, json, nat, unixSeconds, upTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeAuditEntry, encodeSettingChange } from "../../../zulip-wire/encode/audit-entry";
import { malformedRequest } from "../../../zulip-wire/malformed-request";
import { endpoint } from "../../declaration/endpoint";

const mostEntries = 1000;
const defaultEntries = 100;
const limitOutOfRange = malformedRequest(`limit must be from 1 to ${mostEntries}`);

const choiceOf = <Choice extends string>(choices: readonly Choice[]) =>
  t.keyof(recordOf(choices, () => null));

const kinds = upTo(10_000, json(t.array(choiceOf(auditKinds))));
const target = upTo(200, json(t.type({ type: choiceOf(auditTargets), id: integer })));

const listAuditLogEndpoint = endpoint({
  method: "get",
  at: "/realm/audit_log",
  caller: "user",
  forAtLeast: "owner",
  cost: "list",
  summary: "List entries of the organization's audit log, newest first. Owners only",
  path: {},
  params: {
    actor_id: optional(userId),
    kinds: optional(kinds),
    target: optional(target),
    since: optional(unixSeconds),
    until: optional(unixSeconds),
    before_id: optional(nat),
    limit: withDefault(count, defaultEntries),
  },
  response: {
    entries: { type: "array", items: { type: "object" } },
    found_oldest: { type: "boolean" },
  },
  use: listAuditLog,
  run: (listAuditLog, { caller }, input) => {
    if (input.limit < 1 || input.limit > mostEntries) return TE.left(limitOutOfRange);
    const page = listAuditLog(caller, {
      filter: {
        actorId: input.actor_id,
        kinds: input.kinds,
        target: input.target,
        since: input.since && input.since * 1000,
        until: input.until && input.until * 1000,
      },
      olderThan: input.before_id,
      limit: input.limit,
    });
    return pipe(
      page,
      TE.map((entries) => ({
        entries: entries.map(encodeAuditEntry),
        found_oldest: entries.length < input.limit,
      })),
    );
  },
});

const listSettingChangesEndpoint = endpoint({
  method: "get",
  at: "/realm/setting_changes",
  caller: "user",
  summary:
    "List who last changed settings of the organization (administrators only), a channel or a group (users who may change it)",
  path: {},
  params: {
    kinds: required(upTo(10_000, json(t.array(choiceOf(settingKinds))))),
    target: optional(target),
    limit: withDefault(count, defaultEntries),
  },
  response: { changes: { type: "array", items: { type: "object" } } },
  use: listSettingChanges,
  run: (listSettingChanges, { caller }, { kinds, target, limit }) => {
    if (limit < 1 || limit > mostEntries) return TE.left(limitOutOfRange);
    return pipe(
      listSettingChanges(caller, { kinds, target, limit }),
      TE.map((entries) => ({ changes: entries.map(encodeSettingChange) })),
    );
  },
});

export const auditLogEndpoints = [listAuditLogEndpoint, listSettingChangesEndpoint];
