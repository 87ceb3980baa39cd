/** The parts of a keyboard event that say which key was pressed. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey"> & {
  getModifierState?(name: string): boolean;
};

/** Where shortcuts that are signs are on a keyboard with Latin letters, for layouts that can't type them. */
const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  BracketLeft: ["[", ""],
  Comma: ["", "<"],
  Digit2: ["", "@"],
  Digit8: ["", "*"],
  Equal: ["=", "+"],
  Minus: ["-", ""],
  Period: [".", ">"],
  Semicolon: ["", ":"],
  Slash: ["/", "?"],
};

const isAscii = (key: string): boolean => /^[ -~]+$/.test(key);

/** What the key would type on a keyboard with Latin letters; empty if that isn't a shortcut. */
const latinKey = ({ key, code, shiftKey }: KeyPress): string => {
  if (isAscii(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return letter;
  // Layouts with accented letters have signs of their own.
  return /\p{Script=Latin}/u.test(key) ? "" : (signs[code]?.[shiftKey ? 1 : 0] ?? "");
};

/**
 * The name of a key as shortcuts are declared: a small letter, a capital one with Shift (whatever Caps Lock says), a
 * sign, or a word such as `Enter`, after `Ctrl+` and `Alt+`. On a Mac, Command counts as Ctrl. Undefined for keys that
 * can't be a shortcut.
 */
export const keyName = (press: KeyPress, isMac = false): string | undefined => {
  const { shiftKey, ctrlKey, altKey, metaKey } = press;
  const key = latinKey(press);
  if (key === "") return undefined;
  const isLetter = /^[a-z]$/i.test(key);
  const isSign = key.length === 1 && !isLetter && key !== " ";
  // Signs may need these keys to be typed.
  const isTyped = isSign && (press.getModifierState?.("AltGraph") === true || (isMac && altKey && !ctrlKey));
  const control = isMac && key !== "[" ? metaKey : ctrlKey;
  const other = isMac && key !== "[" ? ctrlKey : metaKey;
  if (other && !isTyped) return undefined;
  const base = isLetter
    ? shiftKey
      ? key.toUpperCase()
      : key.toLowerCase()
    : shiftKey && !isSign
      ? `Shift+${key}`
      : key;
  return `${control && !isTyped ? "Ctrl+" : ""}${altKey && !isTyped ? "Alt+" : ""}${base}`;
};

/** Whether a shortcut is a single character, which speech recognition and tremors press by mistake. */
export const isSingle = (name: string): boolean => name.length === 1 || name === "Shift+ ";
