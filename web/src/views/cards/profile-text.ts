import type { ProfileEntry } from "../../api/profile";
import { FieldType } from "../../wire/numbers";
import type { ProfileField } from "../../wire/wire";

/** What a card shows for a profile field. */
export type ProfileFact =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "html"; readonly html: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string }
  | { readonly kind: "people"; readonly userIds: readonly number[] };

/** URL patterns of the services that the server knows, by name. */
export type KnownAccounts = Readonly<Record<string, { readonly url_pattern?: string }>>;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const dataOf = ({ field_data }: ProfileField): Readonly<Record<string, unknown>> =>
  (parsed(field_data) ?? {}) as Readonly<Record<string, unknown>>;

/** The options of a list field, in order: stored value and label. */
export const choicesOf = (field: ProfileField): readonly (readonly [value: string, text: string])[] =>
  field.type === FieldType.choice
    ? Object.entries(dataOf(field) as Readonly<Record<string, { text: string; order: string }>>)
        .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
        .map(([value, { text }]) => [value, text])
    : [];

/** A day without a time is the same day in every time zone. */
const dateText = (value: string): string => {
  const at = Date.parse(value);
  return Number.isNaN(at)
    ? value
    : new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" }).format(at);
};

/** A link, or plain text where a browser would open something else than a web page. */
const linkOrText = (text: string, url: string): ProfileFact =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? { kind: "link", text, url }
    : { kind: "text", text };

const accountOf = (field: ProfileField, name: string, known: KnownAccounts): ProfileFact => {
  const { subtype, url_pattern: own } = dataOf(field);
  const pattern = typeof own === "string" ? own : known[String(subtype)]?.url_pattern;
  return linkOrText(name, pattern?.split("%(username)s").join(encodeURIComponent(name)) ?? "");
};

/** How a card shows a person's entry in a profile field; undefined for an empty one. */
export const factOf = (
  field: ProfileField,
  entry: ProfileEntry | undefined,
  known: KnownAccounts,
  /** The people that the reader may see; others are left out. */
  users: { has(id: number): boolean },
): ProfileFact | undefined => {
  const value = entry?.value ?? "";
  if (value === "") return undefined;
  switch (field.type) {
    case FieldType.choice:
      return { kind: "text", text: choicesOf(field).find(([one]) => one === value)?.[1] ?? value };
    case FieldType.date:
      return { kind: "text", text: dateText(value) };
    case FieldType.link:
      return linkOrText(value, value);
    case FieldType.people: {
      const ids = parsed(value);
      const seen = Array.isArray(ids) ? ids.filter((id) => users.has(id)) : [];
      return seen.length > 0 ? { kind: "people", userIds: seen } : undefined;
    }
    case FieldType.account:
      return accountOf(field, value, known);
    default:
      return entry?.rendered_value === undefined
        ? { kind: "text", text: value }
        : { kind: "html", html: entry.rendered_value };
  }
};
