import { insertText } from "../../ui/insert-text";

/** What stands around selected text, by the letter that is pressed with Ctrl. */
const marks: Readonly<Record<string, readonly [before: string, after: string]>> = {
  b: ["**", "**"],
  i: ["*", "*"],
  L: ["[", "](url)"],
};

type Press = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** The letter of a formatting key, on any keyboard: a capital one with Shift. */
const letterOf = ({ key, code, shiftKey }: Press): string => {
  const letter = /^[a-z]$/i.test(key) ? key : code.replace("Key", "");
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
};

/** Formats what is selected, as bold, italic or a link; pressed again, takes the marks away. False for other keys. */
export const formatByKey = (field: HTMLTextAreaElement, press: Press): boolean => {
  const found = (press.ctrlKey || press.metaKey) && !press.altKey ? marks[letterOf(press)] : undefined;
  if (found === undefined) return false;
  const [before, after] = found;
  const { value, selectionStart: from, selectionEnd: to } = field;
  const text = value.slice(from, to);
  const isBetween = value.slice(0, from).endsWith(before) && value.slice(to).startsWith(after);
  // Two stars are bold, and no italics.
  const isBold = before === "*" && /(?:^|[^*])\*\*$/.test(value.slice(0, from));
  const isMarked = isBetween && !isBold;
  const start = isMarked ? from - before.length : from;
  const end = isMarked ? to + after.length : to;
  insertText(field, isMarked ? text : before + text + after, start, end);
  const shift = isMarked ? -before.length : before.length;
  // Of a link, the address is what is written next.
  if (after === "](url)" && !isMarked && text !== "") field.setSelectionRange(to + 3, to + 6);
  else field.setSelectionRange(from + shift, to + shift);
  return true;
};
