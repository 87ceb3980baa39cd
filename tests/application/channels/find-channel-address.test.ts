import { findChannelAddress } from "../../../src/application/channels/find-channel-address";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member", cleo: "member", robot: { botOf: "ben" } },
    channels: { lunch: { of: ["ben"] }, club: { privacy: "private", of: ["ben"] } },
  });

test("the address is empty, for the caller and their bots", async () => {
  const { ben, robot, lunch } = await realm();
  expect(await ben.does(findChannelAddress, lunch, undefined)).toBe("");
  expect(await ben.does(findChannelAddress, lunch, robot.id)).toBe("");
});

test("nobody can ask on behalf of another person or another person's bot", async () => {
  const { owner, ben, cleo, robot, lunch } = await realm();
  expect(await cleo.isRefused(findChannelAddress, lunch, robot.id)).toBe("No such bot");
  expect(await owner.isRefused(findChannelAddress, lunch, cleo.id)).toBe("No such bot");
  for (const id of [cleo.id, 404])
    expect(await ben.isRefused(findChannelAddress, lunch, id)).toBe("No such bot");
});

test("only those who may send to the channel, and read it, get its address", async () => {
  const { ben, cleo, lunch, club, change } = await realm();
  await change(lunch, { permissions: { canSendMessageGroup: onlyUser(ben.id) } });
  await ben.does(findChannelAddress, lunch, undefined);
  expect(await cleo.isRefused(findChannelAddress, lunch, undefined)).toBe(
    "Not authorized to send to channel 'lunch'",
  );
  expect(await cleo.isRefused(findChannelAddress, club, undefined)).toBe("Invalid channel ID");
});
