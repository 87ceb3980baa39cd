import { shownKey } from "../../web/src/ui/shown-key";
import { keyTable } from "../../web/src/views/keys/key-table";

// That each listed shortcut works, and each that works is listed, is checked by their types.
const listed = keyTable.flatMap(([, rows]) => rows.flatMap(([names]) => [...names] as string[]));

test("each shortcut is listed once", () => {
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
});

/** Zulip's shortcuts, by the names we give keys. */
const zulipKeys =
  "Alt+p Ctrl+[ Ctrl+Enter Ctrl+k Ctrl+s Ctrl+. Ctrl+' A D G H I J K M N P R U V Y a c d e g h i j k l m n p q r s t u v w " +
  "x y z Escape PageUp PageDown End Home ArrowLeft ArrowUp ArrowDown * + = - / : < > ? @ Enter Backspace Delete";

/** Zulip's keys that would have nothing to do here. */
const leftOut: Readonly<Record<string, string>> = {
  h: "Zulip's other name for the left arrow, which works only in its inbox and recent view",
  Backspace:
    "deletes the focused draft of an overlay; drafts are a page with buttons here, which Tab reaches",
  Delete: "the same",
};

test("every Zulip shortcut works here, except for those that would have nothing to do", () => {
  const names = [...zulipKeys.split(" "), " ", "Shift+ "];
  expect(names.filter((name) => !listed.includes(name)).sort()).toEqual(Object.keys(leftOut).sort());
});

test("keys are shown by the names that are printed on them", () => {
  const shown = [
    "r",
    "R",
    "Ctrl+k",
    "Ctrl+[",
    " ",
    "Shift+ ",
    "ArrowLeft",
    "Alt+p",
    "?",
    "Ctrl+L",
    "Ctrl+Shift+7",
  ];
  expect(shown.map((name) => shownKey(name, false))).toEqual(
    "r|Shift R|Ctrl K|Ctrl [|Space|Shift Space|←|Alt P|?|Ctrl Shift L|Ctrl Shift 7".split("|"),
  );
  expect(["Ctrl+k", "Ctrl+["].map((name) => shownKey(name, true))).toEqual(["⌘ K", "Ctrl ["]);
});
