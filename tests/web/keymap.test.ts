import { isSingle, type KeyPress, keyName } from "../../web/src/views/keys/keymap";

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const press = (key: string, code: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...plain,
  key,
  code,
  ...more,
});
const shift = { shiftKey: true };
const control = { ctrlKey: true };

/** What the key of a QWERTY keyboard's letter types, without and with Shift. */
const layouts: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  English: { KeyR: ["r", "R"], KeyS: ["s", "S"], KeyK: ["k", "K"], KeyB: ["b", "B"] },
  Russian: { KeyR: ["к", "К"], KeyS: ["ы", "Ы"], KeyK: ["л", "Л"], KeyB: ["и", "И"] },
  Greek: { KeyR: ["ρ", "Ρ"], KeyS: ["σ", "Σ"], KeyK: ["κ", "Κ"], KeyB: ["β", "Β"] },
  Hebrew: { KeyR: ["ר", "R"], KeyS: ["ד", "S"], KeyK: ["ל", "K"], KeyB: ["נ", "B"] },
  // Arabic types two characters with one key.
  Arabic: { KeyR: ["ق", "ٌ"], KeyS: ["س", "ٍ"], KeyK: ["ن", "،"], KeyB: ["لا", "لآ"] },
};

const letters = Object.entries(layouts).flatMap(([layout, keys]) =>
  Object.entries(keys).map(([code, typed]) => [layout, code, typed] as const),
);

test.each(letters)(
  "a letter of the %s layout (%s) is the one on a Latin keyboard",
  (_layout, code, [small, capital]) => {
    const letter = code.slice(-1);
    expect(keyName(press(small, code))).toBe(letter.toLowerCase());
    expect(keyName(press(capital, code, shift))).toBe(letter);
    expect(keyName(press(small, code, control))).toBe(`Ctrl+${letter.toLowerCase()}`);
    // Caps Lock makes letters capital, or small again with Shift.
    expect(keyName(press(small.toUpperCase(), code))).toBe(letter.toLowerCase());
    expect(keyName(press(capital.toLowerCase(), code, shift))).toBe(letter);
    expect(keyName(press(small.toUpperCase(), code, control))).toBe(`Ctrl+${letter.toLowerCase()}`);
  },
);

test.each([
  ["Dvorak", press("r", "KeyO"), "r"],
  ["AZERTY", press("a", "KeyQ"), "a"],
  ["AZERTY", press("*", "Backslash"), "*"],
  ["Turkish", press("ı", "KeyI"), "i"],
])("a Latin letter is what it says, wherever a layout has it: %s", (_layout, pressed, name) => {
  expect(keyName(pressed)).toBe(name);
});

test.each([
  ["Russian", press("ж", "Semicolon"), undefined],
  ["Russian", press("Ж", "Semicolon", shift), ":"],
  ["Russian", press("Б", "Comma", shift), "<"],
  ["Russian", press("Ю", "Period", shift), ">"],
  ["Russian", press("ю", "Period", control), "Ctrl+."],
  ["Russian", press("?", "Digit7", shift), "?"],
  ["Hebrew", press("ץ", "Period", control), "Ctrl+."],
  // German and French keys type letters where English ones type signs.
  ["German", press("ß", "Minus"), undefined],
  ["German", press("Ö", "Semicolon", shift), undefined],
  ["French", press("é", "Digit2"), undefined],
])("signs that a layout can't type are where English keyboards have them: %s", (_layout, pressed, name) => {
  expect(keyName(pressed)).toBe(name);
});

const with3rdLevel = (name: string) => name === "AltGraph";

test.each([
  ["AltGr types @ in German", press("@", "KeyQ", { getModifierState: with3rdLevel }), false, "@"],
  [
    "on Windows, AltGr is Ctrl and Alt",
    press("@", "KeyQ", { ctrlKey: true, altKey: true, getModifierState: with3rdLevel }),
    false,
    "@",
  ],
  ["Option types @ on a German Mac", press("@", "KeyL", { altKey: true }), true, "@"],
  ["Option types π on a Mac", press("π", "KeyP", { altKey: true }), true, "Alt+p"],
  ["Alt", press("p", "KeyP", { altKey: true }), false, "Alt+p"],
  ["Command on a Mac", press("k", "KeyK", { metaKey: true }), true, "Ctrl+k"],
  ["Ctrl on a Mac edits text", press("k", "KeyK", control), true, undefined],
  ["the Windows key belongs to the system", press("k", "KeyK", { metaKey: true }), false, undefined],
  ["Vim's Escape", press("[", "BracketLeft", control), false, "Ctrl+["],
  ["Vim's Escape on a Mac", press("[", "BracketLeft", control), true, "Ctrl+["],
  ["Vim's Escape in Russian", press("х", "BracketLeft", control), false, "Ctrl+["],
  [
    "a capital letter after Ctrl isn't the small one",
    press("K", "KeyK", { ...control, ...shift }),
    false,
    "Ctrl+K",
  ],
  ["Space", press(" ", "Space"), false, " "],
  ["Shift and Space", press(" ", "Space", shift), false, "Shift+ "],
  ["a named key", press("ArrowDown", "ArrowDown"), false, "ArrowDown"],
  ["a named key with Shift", press("F6", "F6", shift), false, "Shift+F6"],
  ["a sign with Shift", press("*", "Digit8", shift), false, "*"],
  ["a key of a phone", press("Unidentified", ""), false, "Unidentified"],
])("%s", (_name, pressed, isMac, name) => {
  expect(keyName(pressed, isMac)).toBe(name);
});

test("a key's name decides whether it is a single-letter shortcut, with or without Shift", () => {
  expect(["r", "R", "@", "-", " ", "Shift+ "].map(isSingle)).toEqual(Array(6).fill(true));
  expect(["Ctrl+k", "Alt+p", "Enter", "ArrowLeft", "F6", "Ctrl+."].map(isSingle)).toEqual(
    Array(6).fill(false),
  );
});
