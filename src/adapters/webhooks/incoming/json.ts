import * as E from "fp-ts/Either";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { isDict } from "../../../domain/codec/dict";

/** In UTF-16 units: more than a message holds. */
const longestText = 20_000;

/** Entries of an object, or elements of a list, one by one: a list's keys alone take seconds if there are millions. */
function* partsOf(value: object): Iterable<readonly [key: string | undefined, inside: unknown]> {
  if (Array.isArray(value)) for (const inside of value) yield [undefined, inside];
  else if (isDict(value)) for (const key in value) yield [key, value[key]];
}

/**
 * The beginning of a document, as `JSON.stringify` writes it with indentation. The whole text can be a thousand times as
 * long as the document, and nested too deeply for `JSON.stringify`.
 */
const beginningOf = (document: unknown): string => {
  let text = "";
  const write = (value: unknown, lineBreak: string): void => {
    if (typeof value !== "object" || value === null) {
      text += JSON.stringify(value);
      return;
    }
    const [opening, closing] = Array.isArray(value) ? "[]" : "{}";
    let separator = opening;
    for (const [key, inside] of partsOf(value)) {
      if (text.length > longestText) return;
      text += `${separator}${lineBreak}  ${key === undefined ? "" : `${JSON.stringify(key)}: `}`;
      write(inside, `${lineBreak}  `);
      separator = ",";
    }
    text += separator === "," ? `${lineBreak}${closing}` : `${opening}${closing}`;
  };
  write(document, "\n");
  return text;
};

/** Any JSON document, shown as a code block. */
export const jsonWebhook: IncomingWebhook = {
  name: "json",
  label: "JSON",
  displayName: "JSON formatter",
  events: null,
  options: [],
  takesAnyDocument: true,
  translate: ({ payload }) =>
    E.right([{ topic: "JSON", content: `\`\`\`json\n${beginningOf(payload)}\n\`\`\`` }]),
};
