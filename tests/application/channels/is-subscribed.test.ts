import { isSubscribed } from "../../../src/application/channels/is-subscribed";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member", gina: "guest" },
    channels: { club: { privacy: "private", of: ["ben"] }, lunch: { of: ["gina"] } },
  });

test("anyone who sees the channel can ask about any user", async () => {
  const { ada, ben, cleo, club } = await realm();
  expect(await ada.does(isSubscribed, ben.id, club)).toBe(true);
  expect(await ben.does(isSubscribed, cleo.id, club)).toBe(false);
});

test("neither a hidden channel nor a hidden or unknown user is revealed", async () => {
  const { ben, cleo, gina, club, lunch, allow } = await realm();
  expect(await cleo.isRefused(isSubscribed, ben.id, club)).toBe("Invalid channel ID");
  expect(await ben.isRefused(isSubscribed, 404, club)).toBe("No such user");
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect(await gina.isRefused(isSubscribed, ben.id, lunch)).toBe("No such user");
});
