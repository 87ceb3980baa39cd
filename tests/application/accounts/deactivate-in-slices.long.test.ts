import { deactivateSelf } from "../../../src/application/accounts/deactivate-self";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import type { InTransaction } from "../../../src/application/transaction";
import { newBot } from "../../../src/domain/bots/bot";
import { successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent, aSubscription, aUser } from "../../support/builders/entities";

const actions = { ...noDeactivationActions, deletePublicChannelMessages: true };

/** Ben with bots that are in some channels. */
const realm = async (botCount: number, channelsOfEach = 0) => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { open: { of: ["ben", "cleo"] } },
  });
  const { ben, owner, services, state, append, channel, open } = found;
  const botIds = Array.from({ length: botCount }, (_, index) => 1001 + index);
  await append(
    ...botIds.map((id) => ({
      type: "user_created" as const,
      user: aUser({ id, bot: newBot("generic", ben.id) }),
    })),
  );
  for (const id of botIds) {
    const subscriptions = Array.from({ length: channelsOfEach }, (_, index) =>
      aSubscription(id, 5001 + index),
    );
    if (channelsOfEach > 0) await append({ type: "subscribed", subscriptions, firstMessageId: 1 });
  }
  const commits: number[] = [];
  const active = async () => {
    const { users } = await state();
    return [...botIds, ben.id].filter((id) => users.get(id)?.isActive);
  };
  /** Counts the accounts that each commit deactivates. */
  const inTransaction: InTransaction = async (by, work) => {
    const before = (await active()).length;
    const outcome = await services.inTransaction(by, work);
    commits.push(before - (await active()).length);
    return outcome;
  };
  const deactivation = { userId: ben.id, actions, comment: undefined };
  return {
    ...found,
    botIds,
    commits,
    active,
    deactivate: (more: Partial<{ inTransaction: InTransaction }> = {}) =>
      deactivateUser({ inTransaction, ...more })(owner, deactivation)(),
    leave: () => deactivateSelf({ inTransaction })(ben)(),
    /** Somebody's messages in a channel, as many as wanted. */
    wrote: async (senderId: number, ids: readonly number[], topic = "topic") => {
      const conversation = {
        kind: "channel",
        id: (await channel(open)).conversationId,
        channelId: open,
      } as const;
      await append(...ids.map((id) => aMessageSent({ id, conversation, senderId, topic })));
    },
  };
};

test("deactivating an owner of many bots deactivates them all, a few accounts in a commit", async () => {
  const { deactivate, commits, active } = await realm(120);
  expect((await deactivate())._tag).toBe("Right");
  expect(await active()).toEqual([]);
  expect(Math.max(...commits)).toBeLessThanOrEqual(50);
  expect(commits.reduce((sum, one) => sum + one, 0)).toBe(121);
});

test("deactivating people deactivates their bots too, a few in each commit", async () => {
  const { leave, commits, active } = await realm(60);
  expect((await leave())._tag).toBe("Right");
  expect(await active()).toEqual([]);
  expect(Math.max(...commits)).toBeLessThanOrEqual(50);
});

test("bots in many channels go one by one", async () => {
  const { deactivate, commits } = await realm(4, 1000);
  await deactivate();
  expect(commits).toEqual([1, 1, 1, 1, 1]);
});

test("an owner whose deactivation takes several commits is deactivated in the first, and can't reactivate a bot", async () => {
  const { services, deactivate, active, ben, botIds, state } = await realm(4, 1000);
  const [first = 0] = botIds;
  const answers: unknown[] = [];
  const contested: InTransaction = async (by, work) => {
    const outcome = await services.inTransaction(by, work);
    answers.push(await reactivateUser(services)(ben, first)());
    if (answers.length > 20) throw new Error("The deactivation doesn't end");
    return outcome;
  };
  expect((await deactivate({ inTransaction: contested }))._tag).toBe("Right");
  expect(await active()).toEqual([]);
  expect(answers).toHaveLength(5);
  for (const answer of answers) expect(answer).toMatchObject({ left: { tag: "userDeactivated" } });
  expect((await state()).users.get(first)?.isActive).toBe(false);
});

test("a job completes an interrupted deactivation", async () => {
  const { services, deactivate, active, ben, wrote, botIds, clock, realmId, state } = await realm(60);
  const [bot = 0] = botIds;
  await wrote(bot, [10_000]);
  await wrote(ben.id, [10_001], "other");
  let runs = 0;
  const dying: InTransaction = async (by, work) => {
    runs += 1;
    if (runs > 1) throw new Error("The process died");
    return services.inTransaction(by, work);
  };
  await expect(deactivate({ inTransaction: dying })).rejects.toThrow("The process died");
  const left = await active();
  expect(left).not.toContain(ben.id);
  expect(left.length).toBeGreaterThan(0);
  clock.advance(60_000);
  await services.jobRunner.runDue(["deactivate_bots"]);
  expect(await active()).toEqual([]);
  clock.advance(60_000);
  await services.jobRunner.runDue(["delete_sent_messages"]);
  expect(await services.messages.byIds(realmId, [10_000, 10_001])).toEqual([]);
  expect((await state()).users.get(ben.id)?.isActive).toBe(false);
});

test("the job leaves alone what changed since: a completed deactivation, and a reactivated account", async () => {
  const { owner, services, deactivate, eventsOf, clock, ben, botIds, state } = await realm(60);
  const run = async () => {
    clock.advance(60_000);
    await services.jobRunner.runDue(["deactivate_bots"]);
  };
  await deactivate();
  expect(await eventsOf(run)).toEqual([]);
  let runs = 0;
  await owner.does(reactivateUser, ben.id);
  for (const id of botIds) successOf(await reactivateUser(services)(ben, id)());
  const dying: InTransaction = async (by, work) => {
    runs += 1;
    if (runs > 1) throw new Error("The process died");
    return services.inTransaction(by, work);
  };
  await expect(deactivate({ inTransaction: dying })).rejects.toThrow("The process died");
  await owner.does(reactivateUser, ben.id);
  expect(await eventsOf(run)).toEqual([]);
  const { users } = await state();
  expect(botIds.some((id) => users.get(id)?.isActive)).toBe(true);
});

test("one commit examines a thousand messages, by any sender; jobs delete the others", async () => {
  const { deactivate, wrote, botIds, services, realmId, world } = await realm(3);
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  const [first = 0, second = 0, third = 0] = botIds;
  await wrote(first, ids(10_000, 700));
  await wrote(second, ids(11_000, 700));
  await wrote(third, ids(12_000, 3));
  await deactivate();
  const left = async (from: number, count: number) =>
    (await services.messages.byIds(realmId, ids(from, count))).length;
  expect([await left(10_000, 700), await left(11_000, 700), await left(12_000, 3)]).toEqual([0, 400, 3]);
  const kinds = [{ kind: "delete_sent_messages", limit: 99 }] as const;
  const jobs = await world.persistence.jobQueue.claim(kinds, Number.MAX_SAFE_INTEGER, 60_000);
  expect(jobs.map(({ payload }) => payload)).toMatchObject([{ userIds: [second, third, 11], after: 11_299 }]);
});

test("accounts that take several commits leave all messages to a job for each of these commits", async () => {
  const { deactivate, wrote, botIds, services, realmId, world, active, clock } = await realm(120);
  for (const [index, id] of botIds.entries()) await wrote(id, [10_000 + index], `topic ${index}`);
  const searched = jest.spyOn(services.messages, "sentBy");
  await deactivate();
  expect(await active()).toEqual([]);
  // The last commit has room for the messages of its accounts.
  expect(searched.mock.calls.length).toBeLessThanOrEqual(50);
  const { length } = searched.mock.calls;
  const firsts = jest.spyOn(services.messages, "firstIds");
  await world.services.jobRunner.runDue(["delete_sent_messages"]);
  expect(searched.mock.calls.length).toBe(length);
  clock.advance(2000);
  await world.services.jobRunner.runDue(["delete_sent_messages"]);
  expect(searched.mock.calls.length - length).toBe(121 - length);
  expect(firsts.mock.calls.length).toBeLessThanOrEqual(4);
  expect(
    await services.messages.byIds(
      realmId,
      botIds.map((_, index) => 10_000 + index),
    ),
  ).toEqual([]);
});
