import { signal } from "@preact/signals";
import { showWhile } from "../../web/src/app/show-while";
import { createToasts } from "../../web/src/app/toasts";

test("a toast stays until what it is about is gone, even if that arrives after the toast", () => {
  const app = createToasts();
  const there = signal(new Set<number>());
  const shown = { text: "Scheduled" };
  showWhile(app, shown, () => there.value.has(1));
  expect(app.toasts.value).toEqual([shown]);
  there.value = new Set([1]);
  there.value = new Set([1, 2]);
  expect(app.toasts.value).toEqual([shown]);
  there.value = new Set([2]);
  expect(app.toasts.value).toEqual([]);
});

test("it withdraws no other toast, and is withdrawn beside one that came later", () => {
  const app = createToasts();
  const there = signal(new Set([1]));
  showWhile(app, { text: "Scheduled", act: { label: "Undo", run: () => undefined } }, () =>
    there.value.has(1),
  );
  const other = { text: "Copied" };
  app.showToast(other);
  expect(app.toasts.value.map(({ text }) => text)).toEqual(["Scheduled", "Copied"]);
  there.value = new Set();
  expect(app.toasts.value).toEqual([other]);
});
