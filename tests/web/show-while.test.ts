import { signal } from "@preact/signals";
import type { Toast } from "../../web/src/app/dialog";
import { showWhile } from "../../web/src/app/show-while";

test("a toast stays until what it is about is gone, even if that arrives after the toast", () => {
  const toast = signal<Toast | undefined>(undefined);
  const there = signal(new Set<number>());
  const shown = { text: "Scheduled" };
  showWhile({ toast }, shown, () => there.value.has(1));
  expect(toast.value).toBe(shown);
  there.value = new Set([1]);
  there.value = new Set([1, 2]);
  expect(toast.value).toBe(shown);
  there.value = new Set([2]);
  expect(toast.value).toBeUndefined();
});

test("it withdraws no other toast", () => {
  const toast = signal<Toast | undefined>(undefined);
  const there = signal(new Set([1]));
  showWhile({ toast }, { text: "Scheduled" }, () => there.value.has(1));
  const other = { text: "Copied" };
  toast.value = other;
  there.value = new Set();
  expect(toast.value).toBe(other);
});
