import { runnable, type Settlement } from "../../../src/application/jobs/job-handler";
import { continueMove } from "../../../src/application/messages/continue-move";
import { updateMessage } from "../../../src/application/messages/update-message";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent } from "../../support/builders/entities";

/** A topic of 1500 messages, whose move has begun. */
const realm = async () => {
  const found = await memoryRealm({ people: { ben: "member" }, channels: { lunch: { of: ["ben"] } } });
  const { ben, lunch, channel, append, services, eventsOf } = found;
  const { conversationId } = await channel(lunch);
  const conversation = { kind: "channel", id: conversationId, channelId: lunch } as const;
  const ids = Array.from({ length: 1500 }, (_, index) => 100 + index);
  await append(...ids.map((id) => aMessageSent({ id, topic: "long", conversation, senderId: ben.id })));
  const begun = await eventsOf(() =>
    ben.does(updateMessage, {
      messageId: 107,
      content: undefined,
      isExpected: undefined,
      topic: "moved",
      channelId: undefined,
      mode: "change_all",
      notifyOldTopic: false,
      notifyNewTopic: true,
    }),
  );
  return { ...found, ids, begun, conversation, goOn: () => services.jobRunner.runDue(["move_rest"]) };
};

test("the rest of a long move follows, the chosen message last, and one notice for all", async () => {
  const { ids, begun, goOn, eventsOf } = await realm();
  expect(begun.map(({ type }) => type)).toEqual(["messages_moved"]);
  const rest = await eventsOf(goOn);
  const moved = [...begun, ...rest].flatMap((event) =>
    event.type === "messages_moved" ? event.messageIds : [],
  );
  expect(moved.toSorted((a, b) => a - b)).toEqual(ids);
  expect(begun[0]).not.toMatchObject({ messageIds: expect.arrayContaining([107]) });
  const notices = rest.flatMap((event) => (event.type === "message_sent" ? [event.message.content] : []));
  expect(notices).toEqual([expect.stringContaining("This topic was moved here from #**lunch>long**")]);
  expect(await eventsOf(goOn)).toEqual([]);
});

test("a move stops when its user may no longer move the rest", async () => {
  const { allow, goOn, eventsOf } = await realm();
  await allow("canMoveMessagesBetweenTopicsGroup", systemGroupId("role:nobody"));
  expect(await eventsOf(goOn)).toEqual([]);
  await allow("canMoveMessagesBetweenTopicsGroup", systemGroupId("role:everyone"));
  expect(await eventsOf(goOn)).toEqual([]);
});

test("a slice that fails is tried again with fewer messages, for half a day", async () => {
  const { world, services, eventsOf } = await realm();
  const { clock, persistence } = world;
  const [job] = await persistence.jobQueue.claim([{ kind: "move_rest", limit: 1 }], clock.now(), 30_000);
  if (job === undefined) throw new Error("The rest is to be moved");
  const tooSlow = new Error("canceling statement due to statement timeout");
  const errors: unknown[] = [];
  const failing = runnable(continueMove({ clock, inTransaction: () => Promise.reject(tooSlow) }));
  const runs: Extract<Settlement, { kind: "postpone" }>[] = [];
  for (let failures = 0; ; failures += 1) {
    const payload = runs.at(-1)?.payload ?? job.payload;
    const settlement = await failing.run({ ...job, failures, payload }, (error) => errors.push(error));
    if (settlement.kind !== "postpone") break;
    runs.push(settlement);
  }
  expect(runs.reduce((sum, { delay }) => sum + delay, 0)).toBeGreaterThan(12 * 3600 * 1000);
  expect(errors).toEqual([...runs.map(() => tooSlow), tooSlow]);
  const movedNext = async (payload: unknown): Promise<number> => {
    const events = await eventsOf(() => runnable(continueMove(services)).run({ ...job, payload }, () => {}));
    return events.flatMap((event) => (event.type === "messages_moved" ? event.messageIds : [])).length;
  };
  expect(await movedNext(runs[0]?.payload)).toBe(250);
  expect(await movedNext(runs.at(-1)?.payload)).toBe(50);
});

test("after small slices, slices grow again, and the last one takes all that arrived meanwhile", async () => {
  const { world, services, ids, begun, append, conversation, ben, eventsOf } = await realm();
  const { clock, persistence } = world;
  const [job] = await persistence.jobQueue.claim([{ kind: "move_rest", limit: 1 }], clock.now(), 30_000);
  if (job === undefined) throw new Error("The rest is to be moved");
  const failing = runnable(
    continueMove({ clock, inTransaction: () => Promise.reject(new Error("too slow")) }),
  );
  let payload: unknown = job.payload;
  for (let failures = 0; failures < 3; failures += 1) {
    const settlement = await failing.run({ ...job, failures, payload }, () => {});
    payload = settlement.kind === "postpone" ? settlement.payload : undefined;
  }
  const later = Array.from({ length: 60 }, (_, index) => 2000 + index);
  await append(...later.map((id) => aMessageSent({ id, topic: "long", conversation, senderId: ben.id })));
  const slices = begun.flatMap((event) => (event.type === "messages_moved" ? [event.messageIds] : []));
  while (payload !== undefined) {
    const given = payload;
    payload = undefined;
    const events = await eventsOf(async () => {
      const settlement = await runnable(continueMove(services)).run({ ...job, payload: given }, () => {});
      if (settlement.kind === "complete") payload = settlement.next[0]?.payload;
    });
    slices.push(...events.flatMap((event) => (event.type === "messages_moved" ? [event.messageIds] : [])));
  }
  expect(slices.flat().toSorted((a, b) => a - b)).toEqual([...ids, ...later]);
  expect(slices.map(({ length }) => length)).toEqual([1000, 50, 100, 200, 210]);
});
