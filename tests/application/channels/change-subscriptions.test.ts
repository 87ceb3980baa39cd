import { changeSubscriptions } from "../../../src/application/channels/change-subscriptions";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben"] }, open: {}, club: { privacy: "private" } },
  });

test("changes the caller's settings of several channels in one event", async () => {
  const { ben, lunch, eventsOf, state } = await realm();
  const changes = [{ channelId: lunch, change: { isMuted: true, color: "#0a0b0c" } }];
  expect(await eventsOf(() => ben.does(changeSubscriptions, changes))).toEqual([
    { type: "subscriptions_changed", userId: ben.id, changes },
  ]);
  expect((await state()).subscription(ben.id, lunch)).toMatchObject({ isMuted: true, color: "#0a0b0c" });
  expect(await eventsOf(() => ben.does(changeSubscriptions, []))).toEqual([]);
});

test("changes nothing if the caller is missing in one of the channels, and reveals no private ones", async () => {
  const { ben, lunch, open, club, eventsOf } = await realm();
  const refusal = (channelId: number) =>
    ben.isRefused(
      changeSubscriptions,
      [lunch, channelId].map((id) => ({ channelId: id, change: { isMuted: true } })),
    );
  const events = await eventsOf(async () => {
    expect(await refusal(open)).toBe(`Not subscribed to channel ID ${open}`);
    for (const hidden of [club, 404]) expect(await refusal(hidden)).toBe("Invalid channel ID");
  });
  expect(events).toEqual([]);
});
