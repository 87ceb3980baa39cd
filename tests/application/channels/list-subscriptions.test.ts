import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { listSubscriptions } from "../../../src/application/channels/list-subscriptions";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { memoryRealm } from "../../support/application/memory-realm";

test("lists the caller's channels, without those left or archived", async () => {
  const { owner, ben, lunch, past } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben"] }, left: { of: ["ben"] }, past: { of: ["ben"] }, open: {} },
  });
  await ben.does(unsubscribe, { channelNames: ["left"], principals: undefined });
  await owner.does(archiveChannel, past);
  const id = await ben.says(lunch);
  const { subscriptions } = await ben.does(listSubscriptions);
  expect(subscriptions).toMatchObject([
    { subscription: { channelId: lunch, userId: ben.id }, activity: { firstMessageId: id } },
  ]);
});
