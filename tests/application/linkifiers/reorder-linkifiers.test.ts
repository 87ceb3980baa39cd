import { addLinkifier } from "../../../src/application/linkifiers/add-linkifier";
import { reorderLinkifiers } from "../../../src/application/linkifiers/reorder-linkifiers";
import { linkifierRealm, notAdministrator, ticket } from "../../support/application/linkifier-realm";

test("an order with a missing or repeated id is refused", async () => {
  const { owner, eventsOf } = await linkifierRealm();
  for (const one of [ticket("A"), ticket("B")]) await owner.does(addLinkifier, one);
  const reorder = (order: readonly number[]) => eventsOf(() => owner.does(reorderLinkifiers, order));
  expect(await reorder([2, 1])).toMatchObject([{ linkifiers: [{ id: 2 }, { id: 1 }] }]);
  expect(await reorder([2, 1])).toEqual([]);
  expect(await owner.isRefused(reorderLinkifiers, [2, 2])).toBe(
    "The ordered list must not contain duplicated linkifiers",
  );
  for (const order of [[], [2], [2, 1, 9], [2, 9]])
    expect(await owner.isRefused(reorderLinkifiers, order)).toBe(
      "The ordered list must enumerate all existing linkifiers exactly once",
    );
});

test("only administrators may", async () => {
  const { mo } = await linkifierRealm();
  expect(await mo.isRefused(reorderLinkifiers, [])).toBe(notAdministrator);
});
