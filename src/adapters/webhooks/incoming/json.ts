import { right } from "fp-ts/Either";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";

/** In UTF-16 units: more than a message holds. */
const longestText = 20_000;

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
    for (const key in value) {
      if (text.length > longestText) return;
      text += `${separator}${lineBreak}  ${opening === "{" ? `${JSON.stringify(key)}: ` : ""}`;
      write(value[key as keyof typeof value], `${lineBreak}  `);
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
  translate: ({ payload }) =>
    right([{ topic: "JSON", content: `\`\`\`json\n${beginningOf(payload)}\n\`\`\`` }]),
};
