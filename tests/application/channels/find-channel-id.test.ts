import { findChannelId } from "../../../src/application/channels/find-channel-id";
import { memoryRealm } from "../../support/application/memory-realm";

test("users find a channel that they can see by its name, ignoring case", async () => {
  const { owner, ben, lunch, club } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: {}, club: { privacy: "private" } },
  });
  expect(await ben.does(findChannelId, "LUNCH")).toBe(lunch);
  expect(await owner.does(findChannelId, "club")).toBe(club);
  for (const name of ["club", "nowhere"])
    expect(await ben.isRefused(findChannelId, name)).toBe(`Invalid channel name '${name}'`);
});
