import { entityOf } from "../../domain/html";

/** An ampersand that doesn't begin an entity: entities that people write are shown as what they stand for. */
const bareAmpersand = /&(?!(?:#\d+|#x[\da-f]+|[\da-z]+);)/gi;

/** Text between tags. */
export const escapeText = (text: string): string =>
  text.replace(bareAmpersand, "&amp;").replace(/[<>]/g, entityOf);

/** The value of an attribute, for double quotes around it. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', "&quot;");

/** Attributes in the order of their names, as Zulip's servers have them. */
export const attributesOf = (attributes: readonly (readonly [string, string])[]): string =>
  attributes
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join("");
