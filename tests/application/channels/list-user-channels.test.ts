import { listUserChannels } from "../../../src/application/channels/list-user-channels";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ben: "member", cleo: "member", gina: "guest" },
    channels: {
      later: { of: ["ben"] },
      club: { privacy: "private", of: ["ben"] },
      past: { isArchived: true, of: ["ben"] },
    },
  });

test("lists another's channels that the caller sees, without archived ones", async () => {
  const { owner, ben, cleo, later, club } = await realm();
  expect(await ben.does(listUserChannels, ben.id)).toEqual([later, club]);
  expect(await owner.does(listUserChannels, ben.id)).toEqual([later, club]);
  expect(await cleo.does(listUserChannels, ben.id)).toEqual([later]);
  expect(await cleo.does(listUserChannels, cleo.id)).toEqual([]);
});

test("unknown and hidden users have no channels", async () => {
  const { ben, gina, allow } = await realm();
  expect(await ben.isRefused(listUserChannels, 404)).toBe("No such user");
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect(await gina.isRefused(listUserChannels, ben.id)).toBe("No such user");
});
