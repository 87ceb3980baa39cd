import { isSubscribed } from "../../../src/application/channels/is-subscribed";
import { systemGroup } from "../../support/groups";
import { foundTown } from "../../support/town";

const town = () =>
  foundTown({
    people: { ada: "administrator", ben: "member", cleo: "member", gina: "guest" },
    channels: { club: { privacy: "private", of: ["ben"] }, lunch: { of: ["gina"] } },
  });

test("anyone who sees the channel can ask about any user", async () => {
  const { ada, ben, cleo, club } = await town();
  expect(await ada.does(isSubscribed, ben.id, club)).toBe(true);
  expect(await ben.does(isSubscribed, cleo.id, club)).toBe(false);
});

test("neither a hidden channel nor a hidden or unknown user is revealed", async () => {
  const { ben, cleo, gina, club, lunch, allow } = await town();
  expect(await cleo.isRefused(isSubscribed, ben.id, club)).toBe("Invalid channel ID");
  expect(await ben.isRefused(isSubscribed, 404, club)).toBe("No such user");
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect(await gina.isRefused(isSubscribed, ben.id, lunch)).toBe("No such user");
});
