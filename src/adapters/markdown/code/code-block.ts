import { escapeAttribute } from "../rendering/html";
import { highlight } from "./highlight";
import { languageNamed } from "./languages";

/** Highlighted code, labeled with the language name that clients know. */
export const codeBlock = (language: string, text: string): string => {
  const code = text.replace(/^\n+|\n+$/g, "");
  const known = language === "" ? undefined : languageNamed(language);
  const named = language === "" ? "" : ` data-code-language="${escapeAttribute(known?.name ?? language)}"`;
  return `<div class="codehilite"${named}><pre><span></span><code>${highlight(code, known, language !== "")}\n</code></pre></div>`;
};
