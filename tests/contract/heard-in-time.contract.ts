import { right } from "fp-ts/Either";
import { byServer, type Caller } from "../../src/application/caller";
import { compareHeads } from "../../src/application/events/compare-heads";
import { fetchEvents } from "../../src/application/events/fetch-events";
import { registerQueue } from "../../src/application/events/register-queue";
import type { Transaction } from "../../src/application/transaction";
import { idOf } from "../../src/domain/event-queue";
import { aMessage, aSubscription, channelConversation } from "../support/builders";
import fc from "../support/fast-check";
import { historyCount } from "../support/history-count";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  refusalOf,
  successOf,
} from "../support/memory-application";
import { failOn, type Persistence } from "../support/persistence";
import { messagesOnly } from "../support/queue-wanted";

/** The channel "random", which its people come to and leave. */
const channelId = 2;

type Deed = "say" | "join" | "leave";

let world: MemoryApplication;
let ben: Caller;

/** Ben's deeds, and what others say in the channel, in one commit. Answers with the ids of the messages. */
const commit = async (deeds: readonly Deed[], services = world.services): Promise<readonly number[]> => {
  const work = (tx: Transaction) => async () => {
    const said: number[] = [];
    for (const deed of deeds) {
      const firstMessageId = tx.nextMessageId;
      if (deed === "join")
        tx.append({
          type: "subscribed",
          subscriptions: [aSubscription(ben.userId, channelId)],
          firstMessageId,
        });
      else if (deed === "leave")
        tx.append({ type: "unsubscribed", channelIds: [channelId], userIds: [ben.userId], firstMessageId });
      else {
        const id = tx.newMessageId();
        said.push(id);
        const conversation = channelConversation(channelId);
        const message = aMessage({ id, conversation, senderId: 1, content: `message ${id}` });
        tx.append({ type: "message_sent", message, beginsConversation: false, marks: {} });
      }
    }
    return right(said);
  };
  return successOf(await services.inTransaction(byServer(world.realmId), work)());
};

const register = async (): Promise<{ readonly id: string; readonly lastId: number }> => {
  const { queue } = successOf(await registerQueue(world.services)(ben, messagesOnly)());
  return { id: queue.id, lastId: queue.acknowledged * 4096 };
};

const ask = (queueId: string, lastEventId: number, services = world.services) =>
  fetchEvents(services)(ben, { queueId, lastEventId, dontBlock: true, whenGone: () => {} })();

/** Polls once: the ids of the events, and of the messages in them. */
const poll = async (...given: Parameters<typeof ask>) => {
  const { items } = successOf(await ask(...given));
  return {
    eventIds: items.map(idOf),
    messageIds: items.flatMap((item) =>
      "event" in item && item.event.type === "message_sent" ? [item.event.message.id] : [],
    ),
  };
};

const deed = fc.constantFrom<Deed>("say", "say", "say", "join", "leave");
const step = fc.oneof(
  fc.record({
    kind: fc.constant("commit" as const),
    node: fc.nat(2),
    deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ kind: fc.constant("poll" as const), node: fc.nat(2), again: fc.boolean() }),
  fc.record({ kind: fc.constant("restart" as const), node: fc.nat(2) }),
  fc.record({ kind: fc.constant("hear" as const), node: fc.nat(2) }),
);

let realms = 0;

interface Extent {
  /** So many random histories are tried. */
  readonly histories: number;
  /** Whether a log is made that is longer than what a node takes back: what a node does then is the same on any storage. */
  readonly hasLongLogs: boolean;
}

/** Who hears what, on one storage, at any number of nodes that share it. */
export const heardInTimeContract = (open: () => Persistence, { histories, hasLongLogs }: Extent): void => {
  const begin = async (): Promise<void> => {
    realms += 1;
    world = await memoryApplication({}, open(), `heard-${realms}`);
    ben = await world.newMember("Ben");
  };

  beforeEach(begin);

  test("who comes in the commit of a message hears only what is said after it", async () => {
    await commit(["leave"]);
    const { id, lastId } = await register();
    const [, after] = await commit(["say", "join", "say"]);
    expect((await poll(id, lastId)).messageIds).toEqual([after]);
  });

  test("who leaves in the commit of a message hears what was said before", async () => {
    const { id, lastId } = await register();
    const [before] = await commit(["say", "leave", "say"]);
    expect((await poll(id, lastId)).messageIds).toEqual([before]);
  });

  test("another node tells the same, though it knows only how the realm is now", async () => {
    const { id, lastId } = await register();
    const first = await commit(["say", "leave", "say"]);
    const second = await commit(["say", "join", "say", "leave", "say"]);
    const elsewhere = newProcess(world.outside);
    await elsewhere.directory.of(world.realmId);
    expect((await poll(id, lastId, elsewhere)).messageIds).toEqual([first[0], second[1]]);
  });

  test("a node that is behind what the client has heard catches up first", async () => {
    const { id, lastId } = await register();
    const behind = newProcess(world.outside);
    expect((await poll(id, lastId, behind)).eventIds).toEqual([]);
    await commit(["say", "say"]);
    const heard = await poll(id, lastId);
    const last = heard.eventIds.at(-1) ?? 0;
    expect((await poll(id, last, behind)).eventIds).toEqual([]);
    const more = await commit(["say"]);
    await behind.directory.newest(world.realmId);
    expect((await poll(id, last, behind)).messageIds).toEqual(more);
  });

  test("a client that has heard what isn't in the log is told that its queue is gone, and no other is", async () => {
    const [ahead, level] = [await register(), await register()];
    const gone = `Bad event queue ID: ${ahead.id}`;
    expect(refusalOf(await ask(ahead.id, Number.MAX_SAFE_INTEGER))).toBe(gone);
    expect(refusalOf(await ask(ahead.id, ahead.lastId))).toBe(gone);
    const [more] = await commit(["say"]);
    expect((await poll(level.id, level.lastId)).messageIds).toEqual([more]);
  });

  test("when the log has lost its newest events, queues of who had heard them end, others and changes go on", async () => {
    const nodes = [world.services, newProcess(world.outside)];
    const [ahead, level] = [await register(), await register()];
    const { position: kept } = await world.services.directory.newest(world.realmId);
    await commit(["say", "say", "leave", "join", "say"]);
    const last = (await poll(ahead.id, ahead.lastId)).eventIds.at(-1) ?? 0;
    await nodes[1]?.directory.newest(world.realmId);
    await world.persistence.loseAfter(world.realmId, kept);
    for (const node of nodes) {
      await compareHeads({ ...node, eventLog: world.outside.eventLog, onError: failOn })();
      expect(refusalOf(await ask(ahead.id, last, node))).toBe(`Bad event queue ID: ${ahead.id}`);
    }
    const said: number[] = [];
    for (const node of [...nodes, ...nodes]) said.push(...(await commit(["say"], node)));
    for (const node of nodes) expect((await poll(level.id, level.lastId, node)).messageIds).toEqual(said);
  });

  test("a node that takes a queue over tells at once what is new, however much was told before", async () => {
    const { id, lastId } = await register();
    let last = lastId;
    for (let round = 0; round < 15; round += 1) {
      await commit(Array.from({ length: 120 }, () => "say"));
      last = (await poll(id, last)).eventIds.at(-1) ?? last;
    }
    const fresh = await commit(["say"]);
    expect((await poll(id, last, newProcess(world.outside))).messageIds).toEqual(fresh);
  });

  const testLong = () =>
    test("a node that takes a queue over needs no state from before what the client has heard", async () => {
      const { id, lastId } = await register();
      for (let round = 0; round < 45; round += 1)
        await commit(Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? "leave" : "join")));
      const { position } = await world.services.directory.newest(world.realmId);
      expect(position * 4096).toBeGreaterThan(lastId);
      expect((await poll(id, position * 4096, newProcess(world.outside))).eventIds).toEqual([]);
    });
  if (hasLongLogs) testLong();

  test("whichever nodes are polled, ids only grow, and exactly what was for the reader comes, once and in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        await begin();
        const nodes = [world.services, newProcess(world.outside), newProcess(world.outside)];
        const nodeAt = (index: number) => nodes[index] ?? world.services;
        const { id, lastId } = await register();
        let isThere = true;
        let last = lastId;
        const expected: number[] = [];
        const heard: number[] = [];
        const take = async (node: number): Promise<number> => {
          const { eventIds, messageIds } = await poll(id, last, nodeAt(node));
          for (const eventId of eventIds) {
            expect(eventId).toBeGreaterThan(last);
            last = eventId;
          }
          heard.push(...messageIds);
          return eventIds.length;
        };
        for (const done of steps) {
          if (done.kind === "restart") nodes[done.node] = newProcess(world.outside);
          else if (done.kind === "hear") await nodeAt(done.node).directory.newest(world.realmId);
          else if (done.kind === "commit") {
            const said = (await commit(done.deeds, nodeAt(done.node))).values();
            for (const one of done.deeds) {
              if (one === "say") {
                const { value } = said.next();
                if (isThere && value !== undefined) expected.push(value);
              } else isThere = one === "join";
            }
          } else if (done.again) await poll(id, last, nodeAt(done.node));
          else await take(done.node);
        }
        await nodeAt(1).directory.newest(world.realmId);
        while ((await take(1)) > 0);
        expect(heard).toEqual(expected);
      }),
      { numRuns: historyCount(histories) },
    );
  });
};
