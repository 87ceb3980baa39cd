import { addView } from "../../../src/application/navigation/add-view";
import { listViews } from "../../../src/application/navigation/list-views";
import { builtIn, done, inbox, longName, unnamed, viewRealm } from "../../support/application/view-realm";

test("a view is added for its user alone", async () => {
  const { ben, cleo, eventsOf } = await viewRealm();
  const events = await eventsOf(async () => {
    await ben.does(addView, done);
    await ben.does(addView, inbox);
  });
  expect(events).toEqual([
    { type: "navigation_view_added", userId: ben.id, view: done },
    { type: "navigation_view_added", userId: ben.id, view: inbox },
  ]);
  expect(await cleo.does(listViews)).toEqual([]);
});

test("custom views have a unique name, and built-in ones have none", async () => {
  const { ben } = await viewRealm();
  await ben.does(addView, done);
  await ben.does(addView, inbox);
  const twice = "Navigation view already exists.";
  for (const [view, message] of [
    [{ ...done, name: "Newer" }, twice],
    [{ ...done, fragment: "narrow/is/other" }, twice],
    [{ ...done, fragment: "narrow/is/other", name: null }, unnamed],
    [{ ...done, fragment: "narrow/is/other", name: " " }, unnamed],
    [{ ...inbox, fragment: "recent", name: "Mine" }, builtIn],
  ] as const)
    expect(await ben.isRefused(addView, view)).toBe(message);
});

test("fragments and names are short", async () => {
  const { ben } = await viewRealm();
  expect(await ben.isRefused(addView, { ...done, fragment: "f".repeat(1001) })).toBe(
    "fragment is too long (limit: 1000 characters)",
  );
  expect(await ben.isRefused(addView, { ...done, name: "n".repeat(101) })).toBe(longName);
  await ben.does(addView, { ...done, name: "😀".repeat(100) });
});
