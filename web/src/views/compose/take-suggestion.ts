import type { App } from "../../app/app";
import { insertText } from "../../ui/insert-text";
import { fencedParts } from "../format/fences";
import { askForTime } from "./global-time";
import type { Suggestion, TypedName } from "./typeahead";

interface Taking {
  readonly app: App;
  readonly field: HTMLTextAreaElement;
  readonly typed: TypedName;
  readonly suggestion: Suggestion;
  readonly onChange: (text: string) => void;
}

/** What follows a language that has been chosen: the line for the code, and the fence that closes it. */
const afterLanguage = (value: string, from: number, caret: number): string => {
  const isLineEnd = caret === value.length || value[caret] === "\n";
  const line = value.lastIndexOf("\n", from) + 1;
  const part = fencedParts(value).find((one) => one.from === line);
  if (!isLineEnd || part === undefined || part.isClosed) return "";
  const [fence = ""] = /^(`+|~+)/.exec(value.slice(line)) ?? [];
  return `\n\n${fence}`;
};

/** Writes what a suggestion is for in place of the name that is being typed. */
export const takeSuggestion = ({ app, field, typed, suggestion, onChange }: Taking): void => {
  const caret = field.selectionStart;
  const { from } = typed;
  const put = (text: string) => {
    field.focus();
    insertText(field, text, from, caret);
  };
  if (typed.kind === "time") {
    askForTime(app, typed.query, (text) => {
      put(text);
      onChange(field.value);
    });
    return;
  }
  const more = typed.kind === "language" ? afterLanguage(field.value, from, caret) : "";
  put(suggestion.text + more);
  if (more !== "") {
    const at = from + suggestion.text.length + 1;
    field.setSelectionRange(at, at);
  }
  onChange(field.value);
};
