import { listUsers } from "../../../src/application/users/list-users";
import { seenUsers } from "../../support/application/seen-users";
import { systemGroup } from "../../support/builders/groups";

test("lists everyone but the notification bot, deactivated users too, or the named ones", async () => {
  const { owner, ada, ben, cleo, gina, robot, gone } = await seenUsers();
  const ids = async (userIds?: readonly number[]) =>
    (await cleo.does(listUsers, userIds)).users.map(({ id }) => id);
  expect(await ids()).toEqual([owner, ada, ben, cleo, gina, robot, gone].map(({ id }) => id));
  expect(await ids([gone.id, 999, 2])).toEqual([gone.id, 2]);
});

test("guests with a limited view list only those they know", async () => {
  const { cleo, gina, robot, allow } = await seenUsers();
  await allow("canAccessAllUsersGroup", systemGroup.members);
  const { users } = await gina.does(listUsers);
  expect(users.map(({ id }) => id)).toEqual([cleo.id, gina.id, robot.id]);
});
