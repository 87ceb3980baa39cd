import { entityOf } from "../../../domain/text/html";

/** An ampersand that doesn't begin an entity. Entities in messages are shown as the characters they stand for. */
const bareAmpersand = /&(?!(?:#\d+|#x[\da-f]+|[\da-z]+);)/gi;

/** Escapes text between tags. */
export const escapeText = (text: string): string =>
  text.replace(bareAmpersand, "&amp;").replace(/[<>]/g, entityOf);

/** Escapes the value of a double-quoted attribute. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', "&quot;");

/** Attributes sorted by name, as in Zulip's output. */
export const attributesOf = (attributes: readonly (readonly [string, string])[]): string =>
  attributes
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join("");
