import { createToasts } from "../../web/src/app/toasts";

const act = { label: "Undo", run: () => undefined };

const textsAfter = (...shown: readonly string[]): readonly string[] => {
  const { toasts, showToast } = createToasts();
  for (const text of shown) showToast(text.startsWith("!") ? { text, act } : { text });
  return toasts.value.map(({ text }) => text);
};

test("a toast replaces those before it, except those with an action", () => {
  expect(textsAfter("Copied", "Saved")).toEqual(["Saved"]);
  expect(textsAfter("!Moved", "Copied", "Saved")).toEqual(["!Moved", "Saved"]);
  expect(textsAfter("!Moved", "Copied", "!Muted")).toEqual(["!Moved", "!Muted"]);
});

test("only the latest actions stay, so that toasts don't cover what is read", () => {
  expect(textsAfter("!1", "!2", "!3", "!4", "!5")).toEqual(["!2", "!3", "!4", "!5"]);
});

test("a toast about the same replaces an action that is out of date", () => {
  const { toasts, showToast } = createToasts();
  showToast({ text: "Muted", about: "policy of lunch", act });
  showToast({ text: "Muted", about: "policy of dinner", act });
  showToast({ text: "Unmuted", about: "policy of lunch", act });
  expect(toasts.value.map(({ text, about }) => [text, about])).toEqual([
    ["Muted", "policy of dinner"],
    ["Unmuted", "policy of lunch"],
  ]);
});

test("a toast that is withdrawn leaves the others", () => {
  const { toasts, showToast, withdrawToast } = createToasts();
  const [moved, muted] = [
    { text: "Moved", act },
    { text: "Muted", act },
  ];
  for (const toast of [moved, muted]) showToast(toast);
  withdrawToast(moved);
  expect(toasts.value).toEqual([muted]);
});
