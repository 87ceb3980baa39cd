import { addLinkifier } from "../../../src/application/linkifiers/add-linkifier";
import { listLinkifiers } from "../../../src/application/linkifiers/list-linkifiers";
import { updateLinkifier } from "../../../src/application/linkifiers/update-linkifier";
import {
  linkifierRealm,
  notAdministrator,
  ticket,
  unchanged,
} from "../../support/application/linkifier-realm";

test("an update leaves unnamed fields and the linkifier's place; empty texts clear a field", async () => {
  const { owner } = await linkifierRealm();
  const full = ticket("A", {
    exampleInput: "A-1",
    reverseTemplate: "A-{id}",
    alternativeUrlTemplates: ["https://other.example.com/{id}"],
  });
  for (const one of [full, ticket("B")]) await owner.does(addLinkifier, one);
  await owner.does(updateLinkifier, 1, { ...unchanged, reverseTemplate: "" });
  expect((await owner.does(listLinkifiers))[0]).toEqual({ id: 1, ...full, reverseTemplate: null });
  await owner.does(updateLinkifier, 1, { ...unchanged, exampleInput: "", alternativeUrlTemplates: [] });
  expect(await owner.does(listLinkifiers)).toEqual([
    { id: 1, ...ticket("A") },
    { id: 2, ...ticket("B") },
  ]);
});

test("an unknown linkifier can't be changed", async () => {
  const { owner } = await linkifierRealm();
  expect(await owner.isRefused(updateLinkifier, 1, unchanged)).toBe("Linkifier not found.");
});

test("only administrators may", async () => {
  const { mo } = await linkifierRealm();
  expect(await mo.isRefused(updateLinkifier, 1, unchanged)).toBe(notAdministrator);
});
