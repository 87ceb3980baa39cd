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
  const before = new Map(listBefore.map((item) => [item.id, item]));
  const after = new Map(listAfter.map((item) => [item.id, item]));
  const records = [
    ...listAfter.flatMap((item) => {
      const old = before.get(item.id);
      const target = { type, id: item.id };
      if (old === undefined) return [record(added, target, { after: auditValues(item) })];
      const values = changedValues(old, item);
      return isUnchanged(values) ? [] : [record(changed, target, values)];
    }),
    ...listBefore.flatMap((item) =>
      after.has(item.id) ? [] : [record(removed, { type, id: item.id }, { before: auditValues(item) })],
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
