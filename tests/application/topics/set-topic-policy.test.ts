import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { setTopicPolicy } from "../../../src/application/topics/set-topic-policy";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member" },
    channels: { lunch: {}, club: { privacy: "private", of: ["ben"] } },
  });

test("a policy is set once, for a topic whose messages may come later", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const set = () => ben.does(setTopicPolicy, lunch, " food ", "followed");
  expect(await eventsOf(set)).toEqual([
    {
      type: "topic_policy_set",
      userId: ben.id,
      channelId: lunch,
      topic: "food",
      policy: "followed",
      setAt: aMoment / 1000,
    },
  ]);
  expect(await eventsOf(set)).toEqual([]);
});

test("a topic is the same in any case", async () => {
  const { ben, lunch, eventsOf } = await realm();
  await ben.does(setTopicPolicy, lunch, "food", "muted");
  expect(await eventsOf(() => ben.does(setTopicPolicy, lunch, "FOOD", "muted"))).toEqual([]);
});

test("in a channel that the user can no longer read, a policy can only be reset", async () => {
  const { ben, club, lunch, eventsOf } = await realm();
  await ben.does(setTopicPolicy, club, "food", "muted");
  await ben.does(unsubscribe, { channelNames: ["club"], principals: undefined });
  for (const policy of ["unmuted", "followed"] as const)
    expect(await ben.isRefused(setTopicPolicy, club, "food", policy)).toBe("Invalid channel ID");
  expect(await eventsOf(() => ben.does(setTopicPolicy, club, "food", "inherit"))).toMatchObject([
    { policy: "inherit" },
  ]);
  expect(await ben.isRefused(setTopicPolicy, club, "food", "inherit")).toBe("Invalid channel ID");
  expect(await eventsOf(() => ben.does(setTopicPolicy, lunch, "food", "inherit"))).toEqual([]);
});
