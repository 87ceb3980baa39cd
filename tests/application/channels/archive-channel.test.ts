import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", ben: "member" },
    channels: { lunch: { of: ["ben"] }, club: { privacy: "private", of: ["ada"] } },
  });

test("an archived channel keeps its subscribers but is no longer a default channel", async () => {
  const { ada, ben, lunch, append, state } = await realm();
  await append({ type: "default_channels_set", channelIds: [1, lunch] });
  await ada.does(archiveChannel, lunch);
  const after = await state();
  expect(after.channels.get(lunch)?.isArchived).toBe(true);
  expect([...after.subscribers(lunch)]).toEqual([ben.id]);
  expect([...after.defaultChannels]).toEqual([1]);
});

test("only channel administrators who see the channel archive it, and only once", async () => {
  const { ada, ben, lunch, club } = await realm();
  expect(await ben.isRefused(archiveChannel, lunch)).toBe(
    "You do not have permission to administer this channel.",
  );
  expect(await ben.isRefused(archiveChannel, club)).toBe("Invalid channel ID");
  await ada.does(archiveChannel, club);
  expect(await ada.isRefused(archiveChannel, club)).toBe("Channel is already deactivated");
});
