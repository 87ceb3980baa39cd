import { addView } from "../../../src/application/navigation/add-view";
import { listViews } from "../../../src/application/navigation/list-views";
import { updateView } from "../../../src/application/navigation/update-view";
import {
  builtIn,
  done,
  inbox,
  longName,
  unchanged,
  unnamed,
  viewRealm,
} from "../../support/application/view-realm";

test("the event has only what changes", async () => {
  const { ben, eventsOf } = await viewRealm();
  await ben.does(addView, done);
  await ben.does(addView, inbox);
  const events = await eventsOf(async () => {
    await ben.does(updateView, done.fragment, { ...unchanged, name: "Over" });
    await ben.does(updateView, inbox.fragment, { ...unchanged, isPinned: true });
  });
  const changed = { type: "navigation_view_changed", userId: ben.id };
  expect(events).toEqual([
    { ...changed, fragment: done.fragment, change: { name: "Over" } },
    { ...changed, fragment: "inbox", change: { isPinned: true } },
  ]);
  expect(await ben.does(listViews)).toEqual([
    { ...inbox, isPinned: true },
    { ...done, name: "Over" },
  ]);
});

test("a custom view keeps a short name, and a built-in one gets none", async () => {
  const { ben } = await viewRealm();
  await ben.does(addView, done);
  await ben.does(addView, inbox);
  const rename = (fragment: string, name: string | null) =>
    ben.isRefused(updateView, fragment, { ...unchanged, name });
  expect(await rename("inbox", "Mine")).toBe(builtIn);
  expect(await rename(done.fragment, null)).toBe(unnamed);
  expect(await rename(done.fragment, "n".repeat(101))).toBe(longName);
});

test("an update needs a view that exists, and something to change", async () => {
  const { ben } = await viewRealm();
  await ben.does(addView, done);
  expect(await ben.isRefused(updateView, done.fragment, unchanged)).toBe(
    "Nothing to update for the navigation view.",
  );
  expect(await ben.isRefused(updateView, "narrow/none", unchanged)).toBe("Navigation view does not exist.");
});
