import { updateMessage } from "../../../../src/application/messages/update-message";
import { setTopicPolicy } from "../../../../src/application/topics/set-topic-policy";
import { compactIds } from "../../../../src/domain/collections/compact-ids";
import type { TopicPolicy } from "../../../../src/domain/topics/topic-policy";
import { memoryRealm, type Person } from "../../../support/application/memory-realm";

/** Ben and Cleo read lunch; only Ben reads the club. */
const realm = async () => {
  const founded = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: {
      lunch: { of: ["owner", "ben", "cleo"] },
      club: { privacy: "private", of: ["owner", "ben"] },
    },
  });
  const { owner, lunch, world, realmId } = founded;
  return {
    ...founded,
    set: (who: Person, topic: string, policy: TopicPolicy) => who.does(setTopicPolicy, lunch, topic, policy),
    policyOf: ({ id }: Person, topic: string, channelId = lunch) =>
      world.persistence.userData.topicPolicy(realmId, id, channelId, topic),
    move: (messageId: number, more: object) =>
      owner.does(updateMessage, {
        messageId,
        content: undefined,
        isExpected: undefined,
        topic: undefined,
        channelId: undefined,
        mode: "change_all",
        notifyOldTopic: false,
        notifyNewTopic: false,
        ...more,
      }),
  };
};

test("users' policies move along when the whole topic is renamed", async () => {
  const { ben, cleo, owner, lunch, set, move, policyOf, eventsOf } = await realm();
  const id = await owner.says(lunch, "food");
  await set(ben, "food", "followed");
  await set(cleo, "food", "muted");
  const events = await eventsOf(() => move(id, { topic: "meals" }));
  expect([await policyOf(ben, "food"), await policyOf(cleo, "food")]).toEqual(["inherit", "inherit"]);
  expect([await policyOf(ben, "meals"), await policyOf(cleo, "meals")]).toEqual(["followed", "muted"]);
  expect(events.filter(({ type }) => type === "topic_policies_carried")).toMatchObject([
    {
      from: { channelId: lunch, topic: "food" },
      to: { channelId: lunch, topic: "meals" },
      carried: [
        { userIds: compactIds([owner.id, ben.id]), hadPolicy: true, policy: "followed" },
        { userIds: compactIds([cleo.id]), hadPolicy: true, policy: "muted" },
      ],
    },
  ]);
});

test("one event carries the policies of all who follow the topic", async () => {
  const { owner, lunch, ben, cleo, set, move, eventsOf } = await realm();
  const id = await owner.says(lunch, "food");
  const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
  await set(ben, "food", "followed");
  const ofOne = types(await eventsOf(() => move(id, { topic: "meals" })));
  for (const person of [owner, cleo]) await set(person, "meals", "followed");
  const ofThree = types(await eventsOf(() => move(id, { topic: "dishes" })));
  expect(ofThree).toEqual(ofOne);
  expect(ofThree.filter((type) => type.startsWith("topic_"))).toEqual(["topic_policies_carried"]);
});

test("they stay if some messages stay", async () => {
  const { ben, owner, lunch, set, move, policyOf } = await realm();
  await owner.says(lunch, "food");
  const id = await owner.says(lunch, "food");
  await set(ben, "food", "followed");
  await move(id, { topic: "meals", mode: "change_one" });
  expect([await policyOf(ben, "food"), await policyOf(ben, "meals")]).toEqual(["followed", "inherit"]);
});

test("when topics merge, the more visible policy wins, and a topic is only muted if both were", async () => {
  const { ben, cleo, owner, lunch, set, move, policyOf } = await realm();
  await owner.says(lunch, "meals");
  const id = await owner.says(lunch, "food");
  await set(ben, "meals", "followed");
  await set(ben, "food", "muted");
  await set(cleo, "meals", "muted");
  await set(owner, "meals", "muted");
  await set(owner, "food", "muted");
  await move(id, { topic: "meals" });
  expect([await policyOf(ben, "meals"), await policyOf(ben, "food")]).toEqual(["followed", "inherit"]);
  expect(await policyOf(cleo, "meals")).toBe("inherit");
  expect(await policyOf(owner, "meals")).toBe("muted");
});

test("a policy for a topic that has no messages yet is replaced, not merged", async () => {
  const { ben, owner, lunch, set, move, policyOf } = await realm();
  const id = await owner.says(lunch, "food");
  await set(ben, "food", "muted");
  await set(ben, "meals", "followed");
  await move(id, { topic: "meals" });
  expect(await policyOf(ben, "meals")).toBe("muted");
});

test("users who can't read the new channel lose theirs", async () => {
  const { ben, cleo, owner, lunch, club, set, move, policyOf } = await realm();
  const id = await owner.says(lunch, "food");
  await set(ben, "food", "followed");
  await set(cleo, "food", "followed");
  await move(id, { channelId: club });
  expect([await policyOf(ben, "food"), await policyOf(ben, "food", club)]).toEqual(["inherit", "followed"]);
  expect([await policyOf(cleo, "food"), await policyOf(cleo, "food", club)]).toEqual(["inherit", "inherit"]);
});

test("a change of case alone changes no policy", async () => {
  const { ben, owner, lunch, set, move, eventsOf } = await realm();
  const id = await owner.says(lunch, "food");
  await set(ben, "food", "followed");
  const events = await eventsOf(() => move(id, { topic: "Food" }));
  expect(events.map(({ type }) => type)).not.toContain("topic_policies_carried");
});
