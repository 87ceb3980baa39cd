import { addView } from "../../../src/application/navigation/add-view";
import { listViews } from "../../../src/application/navigation/list-views";
import { done, inbox, viewRealm } from "../../support/application/view-realm";

test("users list their own views, by fragment", async () => {
  const { ben, cleo } = await viewRealm();
  await ben.does(addView, done);
  await ben.does(addView, inbox);
  expect(await ben.does(listViews)).toEqual([inbox, done]);
  expect(await cleo.does(listViews)).toEqual([]);
});
