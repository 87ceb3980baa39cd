import { addLinkifier } from "../../../src/application/linkifiers/add-linkifier";
import { listLinkifiers } from "../../../src/application/linkifiers/list-linkifiers";
import { removeLinkifier } from "../../../src/application/linkifiers/remove-linkifier";
import { linkifierRealm, notAdministrator, ticket } from "../../support/application/linkifier-realm";

test("a removed linkifier is no longer listed, and can't be removed again", async () => {
  const { owner } = await linkifierRealm();
  for (const one of [ticket("A"), ticket("B")]) await owner.does(addLinkifier, one);
  await owner.does(removeLinkifier, 1);
  expect(await owner.does(listLinkifiers)).toMatchObject([{ id: 2 }]);
  expect(await owner.isRefused(removeLinkifier, 1)).toBe("Linkifier not found.");
});

test("only administrators may", async () => {
  const { mo } = await linkifierRealm();
  expect(await mo.isRefused(removeLinkifier, 1)).toBe(notAdministrator);
});
