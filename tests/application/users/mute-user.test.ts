import { muteUser } from "../../../src/application/users/mute-user";
import { unmuteUser } from "../../../src/application/users/unmute-user";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: {
      ann: "member",
      ben: "member",
      gina: "guest",
      robot: { botOf: "ben" },
      gone: { isActive: false },
    },
  });

test("anyone can be muted, once, and unmuted", async () => {
  const { ann, ben, robot, gone, eventsOf } = await realm();
  const muted = (...people: readonly { id: number }[]) => ({
    type: "muted_users_set",
    userId: ann.id,
    muted: people.map(({ id }) => ({ userId: id, since: aMoment / 1000 })),
  });
  expect(await eventsOf(() => ann.does(muteUser, ben.id))).toEqual([{ ...muted(ben), added: ben.id }]);
  expect(await ann.isRefused(muteUser, ben.id)).toBe("User already muted");
  await ann.does(muteUser, gone.id);
  await ann.does(muteUser, robot.id);
  expect(await eventsOf(() => ann.does(unmuteUser, ben.id))).toEqual([muted(gone, robot)]);
  expect(await ann.isRefused(unmuteUser, ben.id)).toBe("User is not muted");
});

test("nobody mutes themselves, or somebody they can't see", async () => {
  const { ann, ben, gina, allow } = await realm();
  expect(await ann.isRefused(muteUser, ann.id)).toBe("Cannot mute self");
  expect(await ann.isRefused(muteUser, 999)).toBe("No such user");
  expect(await ann.isRefused(unmuteUser, 999)).toBe("No such user");
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect(await gina.isRefused(muteUser, ben.id)).toBe("No such user");
});
