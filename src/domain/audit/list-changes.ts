import type { RealmId } from "../ids";
import type { AuditKind, AuditRecord, AuditTargetType } from "./audit-entry";
import { record } from "./audit-rule";
import { auditValues, changedValues, isUnchanged } from "./audit-values";

interface Kinds {
  readonly type: AuditTargetType;
  readonly added: AuditKind;
  readonly changed: AuditKind;
  readonly removed: AuditKind;
  /** Absent if the list has no order. */
  readonly reordered?: AuditKind;
}

type Listed = { readonly id: number };

/** Audit records for the differences between two versions of a list. Added and removed items appear as a whole. */
export const listChanges = (
  { type, added, changed, removed, reordered }: Kinds,
  listBefore: readonly Listed[],
  listAfter: readonly Listed[],
  realmId: RealmId,
): readonly AuditRecord[] => {
  const before = new Map(listBefore.map((one) => [one.id, one]));
  const after = new Map(listAfter.map((one) => [one.id, one]));
  const records = [
    ...listAfter.flatMap((one) => {
      const old = before.get(one.id);
      const target = { type, id: one.id };
      if (old === undefined) return [record(added, target, { after: auditValues(one) })];
      const values = changedValues(old, one);
      return isUnchanged(values) ? [] : [record(changed, target, values)];
    }),
    ...listBefore.flatMap((one) =>
      after.has(one.id) ? [] : [record(removed, { type, id: one.id }, { before: auditValues(one) })],
    ),
  ];
  if (reordered === undefined || records.length > 0) return records;
  const [was, is] = [[...before.keys()], [...after.keys()]];
  return was.join() === is.join()
    ? []
    : [
        record(
          reordered,
          { type: "realm", id: realmId },
          { before: auditValues({ ids: was }), after: auditValues({ ids: is }) },
        ),
      ];
};
