import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { foundTown } from "../../support/town";

const town = () =>
  foundTown({
    people: { ada: "administrator", ben: "member" },
    channels: { lunch: { of: ["ben"] }, club: { privacy: "private", of: ["ada"] } },
  });

test("an archived channel keeps its subscribers and is no default channel any more", async () => {
  const { ada, ben, lunch, append, ...realm } = await town();
  await append({ type: "default_channels_set", channelIds: [1, lunch] });
  await ada.does(archiveChannel, lunch);
  const state = await realm.state();
  expect(state.channels.get(lunch)?.isArchived).toBe(true);
  expect([...state.subscribers(lunch)]).toEqual([ben.id]);
  expect([...state.defaultChannels]).toEqual([1]);
});

test("only channel administrators who see the channel archive it, and only once", async () => {
  const { ada, ben, lunch, club } = await town();
  expect(await ben.isRefused(archiveChannel, lunch)).toBe(
    "You do not have permission to administer this channel.",
  );
  expect(await ben.isRefused(archiveChannel, club)).toBe("Invalid channel ID");
  await ada.does(archiveChannel, club);
  expect(await ada.isRefused(archiveChannel, club)).toBe("Channel is already deactivated");
});
