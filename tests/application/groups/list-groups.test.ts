import { deactivateGroup } from "../../../src/application/groups/deactivate-group";
import { listGroups } from "../../../src/application/groups/list-groups";
import { memoryRealm } from "../../support/application/memory-realm";

test("lists groups by id, system groups first, deactivated ones on request; not for guests", async () => {
  const { owner, ben, gina, crew, staff } = await memoryRealm({
    people: { ben: "member", gina: "guest" },
    groups: { crew: [], staff: [] },
  });
  await owner.does(deactivateGroup, crew);
  const ids = async (includeDeactivated: boolean) =>
    (await ben.does(listGroups, includeDeactivated)).groups.map(({ id }) => id);
  const system = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(await ids(false)).toEqual([...system, staff]);
  expect(await ids(true)).toEqual([...system, crew, staff]);
  expect(await gina.isRefused(listGroups, true)).toBe("Not allowed for guest users");
});
