import { isDict } from "../codec/dict";
import { snakeCase } from "../text/snake-case";
import type { AuditEntry, AuditRecord, AuditValue, AuditValues } from "./audit-entry";

/** In UTF-16 units, and in items. */
const longestText = 200;
const longestList = 50;
/** Most JSON characters in an entry's values, before and after together. */
const mostCharacters = 4000;
const longestActorText = 100;

const shortText = (text: string, longest = longestText): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…`.toWellFormed() : text;

const auditValue = (value: unknown): AuditValue => {
  if (typeof value === "string") return shortText(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const items = value.slice(0, longestList).map(auditValue);
    return value.length > longestList ? { first: items, count: value.length } : items;
  }
  return isDict(value) ? auditValues(value) : null;
};

/** Values under their wire names, shortened to the log's limits. */
export const auditValues = (values: object): AuditValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[snakeCase(name), auditValue(value)]],
    ),
  );

/** Values of an entity's fields before and after a change, only those that differ. `names` limits the fields. */
export const changedValues = (
  entity: object,
  change: object,
  ...names: readonly string[]
): Pick<AuditRecord, "before" | "after"> => {
  const was = new Map(Object.entries(entity));
  const changed = Object.entries(change).filter(
    ([name, value]) =>
      (names.length === 0 || names.includes(name)) &&
      value !== undefined &&
      JSON.stringify(was.get(name)) !== JSON.stringify(value),
  );
  return {
    before: auditValues(Object.fromEntries(changed.map(([name]) => [name, was.get(name) ?? null]))),
    after: auditValues(Object.fromEntries(changed)),
  };
};

export const isUnchanged = ({ after }: Pick<AuditRecord, "after">): boolean =>
  Object.keys(after).length === 0;

/** Replaces values that are too long together by their names. */
const namesOnly = (values: AuditValues): AuditValues => ({
  too_long: Object.keys(values)
    .slice(0, longestList)
    .map((name) => shortText(name, 50)),
});

/** The entry, shortened to the log's limits. */
export const boundedEntry = (entry: AuditEntry): AuditEntry => {
  const { actor, before, after } = entry;
  const isTooLong = JSON.stringify(before).length + JSON.stringify(after).length > mostCharacters;
  return {
    ...entry,
    actor: {
      userId: actor.userId,
      client: shortText(actor.client, longestActorText),
      address: actor.address === null ? null : shortText(actor.address, longestActorText),
    },
    ...(isTooLong && { before: namesOnly(before), after: namesOnly(after) }),
  };
};
