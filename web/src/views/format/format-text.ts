import { insertText } from "../../ui/insert-text";
import { formatWords } from "../../words/en-format";
import type { Edit, Selected } from "./edit";
import { fenced, fencedAround, unfenced } from "./fences";
import { toggleLink } from "./links";
import { toggleList } from "./lists";
import { toggleMark } from "./marks";

/** In the order of their buttons. */
export const formats = [
  "bold",
  "italic",
  "strikethrough",
  "link",
  "numberedList",
  "bulletedList",
  "quote",
  "spoiler",
  "code",
  "math",
] as const;
export type Format = (typeof formats)[number];

/** Formats what is selected, or takes the format away if it has it already. */
export const formatted = (selected: Selected, format: Format): Edit => {
  switch (format) {
    case "bold":
    case "italic":
    case "strikethrough":
      return toggleMark(selected, format);
    case "link":
      return toggleLink(selected);
    case "numberedList":
    case "bulletedList":
      return toggleList(selected, format);
    default: {
      const part = fencedAround(selected, format);
      if (part) return unfenced(selected.value, part);
      if (format === "spoiler") return fenced(selected, format, formatWords.spoilerHeader);
      const isBlock = format === "quote" || selected.value.slice(selected.from, selected.to).includes("\n");
      return isBlock ? fenced(selected, format) : toggleMark(selected, format);
    }
  }
};

/** Formats what is selected in a field, which takes the focus. */
export const formatField = (field: HTMLTextAreaElement, format: Format): void => {
  const { value, selectionStart, selectionEnd } = field;
  const { from, to, text, select } = formatted({ value, from: selectionStart, to: selectionEnd }, format);
  field.focus();
  insertText(field, text, from, to);
  field.setSelectionRange(...select);
};

/** The keys of formats, with Ctrl; a capital letter stands for Shift. */
export const formatKeys: Readonly<Partial<Record<Format, string>>> = {
  bold: "b",
  italic: "i",
  strikethrough: "X",
  link: "L",
  numberedList: "Shift+7",
  bulletedList: "Shift+8",
  quote: "Shift+9",
  code: "C",
};

type Press = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** The letter of a formatting key, on any keyboard: a capital one with Shift. Digits are known by their place. */
const keyOf = ({ key, code, shiftKey }: Press): string => {
  if (code.startsWith("Digit")) return (shiftKey ? "Shift+" : "") + code.replace("Digit", "");
  const letter = /^[a-z]$/i.test(key) ? key : code.replace("Key", "");
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
};

/** Formats what is selected, by the format's key. False for other keys. */
export const formatByKey = (field: HTMLTextAreaElement, press: Press): boolean => {
  if (!(press.ctrlKey || press.metaKey) || press.altKey) return false;
  const key = keyOf(press);
  const format = formats.find((one) => formatKeys[one] === key);
  if (format === undefined) return false;
  formatField(field, format);
  return true;
};
