import { subscribe as subscribeTo } from "../../../src/application/channels/subscribe";
import type { InTransaction } from "../../../src/application/transaction";
import { joining, refusalOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aChannel, aSubscription } from "../../support/builders/entities";

test("nobody can be in more than ten thousand channels, past ones not counted", async () => {
  const { ann, ben, owner, append, lunch, state } = await memoryRealm({
    people: { ann: "member", ben: "member" },
    channels: { lunch: {} },
  });
  const inChannels = (count: number) =>
    Array.from({ length: count }, (_, index) => aSubscription(ann.id, 1000 + index));
  await append({ type: "subscribed", subscriptions: inChannels(10_000), firstMessageId: 1 });
  const refusal = "Ann can be in at most 10000 channels.";
  expect(await ann.isRefused(subscribeTo, joining("lunch"))).toBe(refusal);
  expect(await ann.isRefused(subscribeTo, joining("brand new"))).toBe(refusal);
  const both = { principals: [ben.id, ann.id] };
  expect(await owner.isRefused(subscribeTo, joining("lunch", both))).toBe(refusal);
  expect((await state()).subscribers(lunch).size).toBe(0);
  await append({ type: "unsubscribed", userIds: [ann.id], channelIds: [1000], firstMessageId: 1 });
  await owner.does(subscribeTo, joining("lunch", both));
  expect((await state()).subscribers(lunch).size).toBe(2);
  // People who are subscribed already need no room.
  await ann.does(subscribeTo, joining("lunch"));
});

/** Ann, who joins more channels than fit in one commit, and what happens after the first. */
const joiningInParts = async (between: (realm: Awaited<ReturnType<typeof annsRealm>>) => Promise<void>) => {
  const realm = await annsRealm();
  const { ann, services, clubs } = realm;
  let commits = 0;
  const inTransaction: InTransaction = async (by, work) => {
    const outcome = await services.inTransaction(by, work);
    commits += 1;
    if (commits === 1) await between(realm);
    return outcome;
  };
  const channels = clubs.map(({ name }) => ({ name, description: "" }));
  const answer = await subscribeTo({ ...services, inTransaction })(ann, joining("", { channels }))();
  return { ...realm, answer };
};
const annsRealm = async () => {
  const realm = await memoryRealm({ people: { ann: "member" } });
  const clubs = Array.from({ length: 1050 }, (_, index) =>
    aChannel({ id: 2000 + index, name: `club ${index}` }),
  );
  await realm.append(...clubs.map((channel) => ({ type: "channel_created", channel }) as const));
  return { ...realm, clubs };
};

test("a channel that becomes private between two commits of a request isn't joined", async () => {
  const { answer, state, ann, clubs } = await joiningInParts(({ append, clubs }) =>
    append({
      type: "channel_changed",
      channelId: clubs[1049]?.id ?? 0,
      nameBefore: "club 1049",
      wasArchived: false,
      change: { privacy: "private" },
    }),
  );
  expect(refusalOf(answer)).toBe("Insufficient permission");
  expect((await state()).isSubscribed(ann.id, clubs[1049]?.id ?? 0)).toBe(false);
});

test("requests that run at the same time don't exceed the limit of an account's channels together", async () => {
  const { answer, state, ann } = await joiningInParts(({ append, ann }) => {
    const others = Array.from({ length: 9000 }, (_, index) => aSubscription(ann.id, 10_000 + index));
    return append({ type: "subscribed", subscriptions: others, firstMessageId: 1 });
  });
  expect(refusalOf(answer)).toBe("Ann can be in at most 10000 channels.");
  expect((await state()).subscriptionsOf(ann.id)).toHaveLength(10_000);
});

test("channels joined by another request meanwhile aren't counted twice", async () => {
  const { answer, state, ann } = await joiningInParts(({ append, ann, clubs }) => {
    const others = Array.from({ length: 8950 }, (_, index) => aSubscription(ann.id, 10_000 + index));
    const same = clubs.slice(1000).map(({ id }) => aSubscription(ann.id, id));
    return append({ type: "subscribed", subscriptions: [...others, ...same], firstMessageId: 1 });
  });
  expect(answer._tag).toBe("Right");
  expect((await state()).subscriptionsOf(ann.id)).toHaveLength(10_000);
});

test("a caller who is made a guest meanwhile joins nothing more", async () => {
  const { answer, state, ann } = await joiningInParts(({ append, ann }) =>
    append({ type: "role_changed", userId: ann.id, from: "member", to: "guest" }),
  );
  expect(refusalOf(answer)).toBe("Not allowed for guest users");
  expect((await state()).subscriptionsOf(ann.id)).toHaveLength(1000);
});
