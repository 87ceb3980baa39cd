import { addView } from "../../../src/application/navigation/add-view";
import { listViews } from "../../../src/application/navigation/list-views";
import { removeView } from "../../../src/application/navigation/remove-view";
import { updateView } from "../../../src/application/navigation/update-view";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ben: "member", cleo: "member" } });
const done = { fragment: "narrow/is/resolved", isPinned: true, name: "Done" };
const inbox = { fragment: "inbox", isPinned: false, name: null };
const same = { isPinned: undefined, name: undefined };

test("each user has views of their own, which they add, change and remove", async () => {
  const { ben, cleo, eventsOf } = await realm();
  const by = { userId: ben.id };
  const events = await eventsOf(async () => {
    await ben.does(addView, done);
    await ben.does(addView, inbox);
    await ben.does(updateView, done.fragment, { ...same, name: "Over" });
    await ben.does(updateView, inbox.fragment, { ...same, isPinned: true });
    expect(await ben.does(listViews)).toEqual([
      { ...inbox, isPinned: true },
      { ...done, name: "Over" },
    ]);
    await ben.does(removeView, done.fragment);
  });
  expect(events).toEqual([
    { type: "navigation_view_added", ...by, view: done },
    { type: "navigation_view_added", ...by, view: inbox },
    { type: "navigation_view_changed", ...by, fragment: done.fragment, change: { name: "Over" } },
    { type: "navigation_view_changed", ...by, fragment: "inbox", change: { isPinned: true } },
    { type: "navigation_view_removed", ...by, fragment: done.fragment },
  ]);
  expect(await cleo.does(listViews)).toEqual([]);
});

test("custom views have a name of their own, and built-in ones have none", async () => {
  const { ben } = await realm();
  await ben.does(addView, done);
  await ben.does(addView, inbox);
  const twice = "Navigation view already exists.";
  const unnamed = "Custom views must have a valid name.";
  const builtIn = "Built-in views cannot have a custom name.";
  for (const [view, message] of [
    [{ ...done, name: "Newer" }, twice],
    [{ ...done, fragment: "narrow/is/other" }, twice],
    [{ ...done, fragment: "narrow/is/other", name: null }, unnamed],
    [{ ...done, fragment: "narrow/is/other", name: " " }, unnamed],
    [{ ...inbox, fragment: "recent", name: "Mine" }, builtIn],
  ] as const)
    expect(await ben.isRefused(addView, view)).toBe(message);
  expect(await ben.isRefused(updateView, "inbox", { ...same, name: "Mine" })).toBe(builtIn);
  expect(await ben.isRefused(updateView, done.fragment, { ...same, name: null })).toBe(unnamed);
});

test("fragments and names are short", async () => {
  const { ben } = await realm();
  const [fragment, name] = ["f".repeat(1001), "n".repeat(101)];
  const longName = "name is too long (limit: 100 characters)";
  expect(await ben.isRefused(addView, { ...done, fragment })).toBe(
    "fragment is too long (limit: 1000 characters)",
  );
  expect(await ben.isRefused(addView, { ...done, name })).toBe(longName);
  await ben.does(addView, { ...done, name: "😀".repeat(100) });
  expect(await ben.isRefused(updateView, done.fragment, { ...same, name })).toBe(longName);
});

test("an update needs a view that exists, and something to change", async () => {
  const { ben } = await realm();
  await ben.does(addView, done);
  expect(await ben.isRefused(updateView, done.fragment, same)).toBe(
    "Nothing to update for the navigation view.",
  );
  expect(await ben.isRefused(updateView, "narrow/none", same)).toBe("Navigation view does not exist.");
  expect(await ben.isRefused(removeView, "narrow/none")).toBe("Navigation view does not exist.");
});
