import { fetchUser } from "../../../src/application/users/fetch-user";
import { seenUsers } from "../../support/application/seen-users";
import { systemGroup } from "../../support/builders/groups";

const host = "chat.example.com";

test("a user is found by id, or by an address that the caller may see", async () => {
  const { ada, ben, cleo } = await seenUsers();
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
  const { ben, cleo, gina, allow } = await seenUsers();
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect((await gina.does(fetchUser, cleo.id)).user.id).toBe(cleo.id);
  for (const id of [ben.id, 999]) expect(await gina.isRefused(fetchUser, id)).toBe("Insufficient permission");
});
