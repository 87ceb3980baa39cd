import { isDict } from "../shape";
import type { AuditEntry, AuditRecord, AuditValue, AuditValues } from "./audit-entry";

/** In UTF-16 units, and in items. */
const longestText = 200;
const longestList = 50;
/** How many characters of JSON the values of an entry may have, before and after together. */
const mostCharacters = 4000;
const longestActorText = 100;

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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

/** Values under their names on the wire, each short enough to be kept. */
export const auditValues = (values: object): AuditValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[wireName(name), auditValue(value)]],
    ),
  );

/** How fields of an entity are before a change of them, and how they are after it; fields that stay are left out. */
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

/** Only the names of what changed, where the values would take too much room. */
const namesOf = (values: AuditValues): AuditValues => ({
  too_long: Object.keys(values)
    .slice(0, longestList)
    .map((name) => shortText(name, 50)),
});

/** The entry within its bounds, whatever it came with. */
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
    ...(isTooLong && { before: namesOf(before), after: namesOf(after) }),
  };
};
