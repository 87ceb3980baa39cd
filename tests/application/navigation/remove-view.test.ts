import { addView } from "../../../src/application/navigation/add-view";
import { listViews } from "../../../src/application/navigation/list-views";
import { removeView } from "../../../src/application/navigation/remove-view";
import { done, inbox, viewRealm } from "../../support/application/view-realm";

test("a removed view is no longer listed", async () => {
  const { ben, eventsOf } = await viewRealm();
  await ben.does(addView, done);
  await ben.does(addView, inbox);
  expect(await eventsOf(() => ben.does(removeView, done.fragment))).toEqual([
    { type: "navigation_view_removed", userId: ben.id, fragment: done.fragment },
  ]);
  expect(await ben.does(listViews)).toEqual([inbox]);
});

test("a view of somebody else, or of nobody, can't be removed", async () => {
  const { ben, cleo } = await viewRealm();
  await cleo.does(addView, done);
  for (const fragment of [done.fragment, "narrow/none"])
    expect(await ben.isRefused(removeView, fragment)).toBe("Navigation view does not exist.");
  expect(await cleo.does(listViews)).toEqual([done]);
});
