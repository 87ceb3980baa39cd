import { fetchChannel } from "../../../src/application/channels/fetch-channel";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", ben: "member", gina: "guest" },
    channels: { lunch: { of: ["owner"] }, club: { privacy: "private", of: ["ben"] } },
  });

test("a channel comes with its first message", async () => {
  const { owner, ben, lunch, says } = await realm().then((one) => ({ ...one, says: one.owner.says }));
  const id = await says(lunch);
  await says(lunch);
  const { activity } = await ben.does(fetchChannel, lunch);
  expect(activity).toMatchObject({ channel: { name: "lunch" }, firstMessageId: id, isRecentlyActive: true });
  expect((await owner.does(fetchChannel, 1)).activity.firstMessageId).toBeNull();
});

test("a private channel is visible to its subscribers and administrators", async () => {
  const { ada, ben, gina, owner, club, lunch } = await realm();
  for (const one of [ada, ben, owner])
    expect((await one.does(fetchChannel, club)).activity.channel.id).toBe(club);
  for (const id of [club, lunch, 404])
    expect(await gina.isRefused(fetchChannel, id)).toBe("Invalid channel ID");
});
