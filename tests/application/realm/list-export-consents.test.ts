import { listExportConsents } from "../../../src/application/realm/list-export-consents";
import { memoryRealm } from "../../support/application/memory-realm";

test("administrators list the active people, without bots", async () => {
  const { owner, ada, ben } = await memoryRealm({
    people: { ada: "administrator", ben: "member", robot: { botOf: "ben" }, gone: { isActive: false } },
  });
  expect((await ada.does(listExportConsents)).map(({ id }) => id)).toEqual([owner.id, ada.id, ben.id]);
  expect(await ben.isRefused(listExportConsents)).toBe("Must be an organization administrator");
});
