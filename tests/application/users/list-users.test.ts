import { fetchOwnUser } from "../../../src/application/users/fetch-own-user";
import { fetchUser } from "../../../src/application/users/fetch-user";
import { listUsers } from "../../../src/application/users/list-users";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: {
      ada: "administrator",
      ben: { settings: { ...defaultUserSettings, emailAddressVisibility: "administrators" } },
      cleo: "member",
      gina: "guest",
      robot: { botOf: "ben" },
      gone: { isActive: false },
    },
    channels: { shared: { of: ["gina", "cleo"] } },
  });
const host = "chat.example.com";

test("lists everyone but the notification bot, deactivated users too, or the named ones", async () => {
  const { owner, ada, ben, cleo, gina, robot, gone } = await realm();
  const ids = async (userIds?: readonly number[]) =>
    (await cleo.does(listUsers, userIds)).users.map(({ id }) => id);
  expect(await ids()).toEqual([owner, ada, ben, cleo, gina, robot, gone].map(({ id }) => id));
  expect(await ids([gone.id, 999, 2])).toEqual([gone.id, 2]);
});

test("guests with a limited view list only those they know", async () => {
  const { cleo, gina, robot, allow } = await realm();
  await allow("canAccessAllUsersGroup", systemGroup.members);
  const { users } = await gina.does(listUsers);
  expect(users.map(({ id }) => id)).toEqual([cleo.id, gina.id, robot.id]);
});

test("a user is found by id, or by an address that the caller may see", async () => {
  const { ada, ben, cleo } = await realm();
  const find = async (wanted: number | string, who = cleo) =>
    (await who.does(fetchUser, typeof wanted === "number" ? wanted : { email: wanted, realmHost: host })).user
      .id;
  expect(await find(ben.id)).toBe(ben.id);
  expect(await find(`user${ben.id}@${host}`)).toBe(ben.id);
  expect(await find("BEN@example.com", ada)).toBe(ben.id);
  for (const email of ["ben@example.com", "nobody@example.com"])
    expect(await cleo.isRefused(fetchUser, { email, realmHost: host })).toBe("No such user");
  expect(await cleo.isRefused(fetchUser, 999)).toBe("No such user");
});

test("readers who can't see everyone get the same refusal for hidden and absent users", async () => {
  const { ben, cleo, gina, allow } = await realm();
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect((await gina.does(fetchUser, cleo.id)).user.id).toBe(cleo.id);
  for (const id of [ben.id, 999]) expect(await gina.isRefused(fetchUser, id)).toBe("Insufficient permission");
});

test("the caller's own account includes the id of the newest message they received", async () => {
  const { cleo, shared } = await realm();
  expect((await cleo.does(fetchOwnUser)).newestMessageId).toBeUndefined();
  const newestMessageId = await cleo.says(shared);
  expect(await cleo.does(fetchOwnUser)).toMatchObject({ user: { fullName: "Cleo" }, newestMessageId });
});
