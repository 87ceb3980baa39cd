import { listPublicUsers } from "../../../src/application/users/list-public-users";
import { refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ben: "member", cleo: "member", robot: { botOf: "ben" } },
    channels: { web: { privacy: "web-public" }, lunch: {} },
  });
  const list = (userIds?: readonly number[]) => listPublicUsers(founded.services)(founded.realmId, userIds)();
  const ids = async (userIds?: readonly number[]) => successOf(await list(userIds)).map(({ id }) => id);
  return { ...founded, list, ids };
};

test("a realm without spectator access shows nobody", async () => {
  const { list } = await realm();
  expect(refusalOf(await list())).toBe("Not logged in: API authentication or user session required");
});

test("visitors see everyone where guests do", async () => {
  const { owner, ben, cleo, robot, set, ids } = await realm();
  await set({ enableSpectatorAccess: true });
  expect(await ids()).toEqual([owner, ben, cleo, robot].map(({ id }) => id));
  expect(await ids([ben.id, 999])).toEqual([ben.id]);
});

test("elsewhere they see bots and the authors of web-public messages", async () => {
  const { ben, cleo, robot, web, lunch, set, allow, ids } = await realm();
  await set({ enableSpectatorAccess: true });
  await allow("canAccessAllUsersGroup", systemGroup.members);
  await ben.says(web);
  await cleo.says(lunch);
  expect(await ids()).toEqual([ben.id, robot.id]);
  expect(await ids([ben.id, cleo.id])).toEqual([ben.id]);
});
