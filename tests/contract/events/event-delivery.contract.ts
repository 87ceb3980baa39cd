import * as E from "fp-ts/Either";
import { byServer, type Caller } from "../../../src/application/caller";
import { compareHeads } from "../../../src/application/events/compare-heads";
import { extendLogs } from "../../../src/application/events/extend-logs";
import { registerQueue } from "../../../src/application/events/register-queue";
import type { Transaction } from "../../../src/application/transaction";
import { idOf } from "../../../src/domain/queues/event-queue";
import { fetchEvents } from "../../support/application/fetch-events";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";
import { aMessage, aSubscription, channelConversation } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyCount } from "../../support/random/history-count";
import { failOn, type Persistence } from "../../support/storage/persistence";

/** The channel "random", whose members come and go. */
const channelId = 2;

type Deed = "say" | "join" | "leave";

let world: MemoryApplication;
let ben: Caller;

/** Ben's changes and what others write in the channel, in one commit. Returns the ids of the messages. */
const commit = async (deeds: readonly Deed[], services = world.services): Promise<readonly number[]> => {
  const work = async (tx: Transaction) => {
    const sentIds: number[] = [];
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
        sentIds.push(id);
        const conversation = channelConversation(channelId);
        const message = aMessage({ id, conversation, senderId: 1, content: `message ${id}` });
        tx.append({ type: "message_sent", message, beginsConversation: false, flagsByUser: {} });
      }
    }
    return E.right(sentIds);
  };
  return successOf(await services.inTransaction(byServer(world.realmId), work));
};

const register = async (): Promise<{ readonly id: string; readonly lastId: number }> => {
  const { queue } = successOf(await registerQueue(world.services)(ben, messagesOnly)());
  return { id: queue.id, lastId: queue.acknowledged * 4096 };
};

const ask = (queueId: string, lastEventId: number, services = world.services) =>
  fetchEvents(services)(ben, { queueId, lastEventId, dontBlock: true })();

/** Polls once and returns the ids of the events and of the messages in them. */
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
  /** How many random histories to try. */
  readonly histories: number;
  /**
   * Whether to write a log that is longer than a node takes back. Storage makes no difference to what a node then does.
   */
  readonly hasLongLogs: boolean;
}

/** Who receives what, on one storage shared by any number of nodes. */
export const eventDeliveryContract = (open: () => Persistence, { histories, hasLongLogs }: Extent): void => {
  const begin = async (): Promise<void> => {
    realms += 1;
    world = await memoryApplication({}, open(), `heard-${realms}`);
    ben = await world.newMember("Ben");
  };

  beforeEach(begin);

  test("a person who joins in the commit of a message receives only later messages", async () => {
    await commit(["leave"]);
    const { id, lastId } = await register();
    const [, after] = await commit(["say", "join", "say"]);
    expect((await poll(id, lastId)).messageIds).toEqual([after]);
  });

  test("a person who leaves in the commit of a message still receives earlier messages", async () => {
    const { id, lastId } = await register();
    const [before] = await commit(["say", "leave", "say"]);
    expect((await poll(id, lastId)).messageIds).toEqual([before]);
  });

  test("another node delivers the same, though it knows only the current realm", async () => {
    const { id, lastId } = await register();
    const first = await commit(["say", "leave", "say"]);
    const second = await commit(["say", "join", "say", "leave", "say"]);
    const elsewhere = newProcess(world.outside);
    await elsewhere.directory.stateOf(world.realmId);
    expect((await poll(id, lastId, elsewhere)).messageIds).toEqual([first[0], second[1]]);
  });

  test("a node that is behind its client catches up first", async () => {
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

  test("a client ahead of the log gets an error for its queue, and other clients keep theirs", async () => {
    const [ahead, level] = [await register(), await register()];
    const gone = `Bad event queue ID: ${ahead.id}`;
    expect(refusalOf(await ask(ahead.id, Number.MAX_SAFE_INTEGER))).toBe(gone);
    expect(refusalOf(await ask(ahead.id, ahead.lastId))).toBe(gone);
    const [more] = await commit(["say"]);
    expect((await poll(level.id, level.lastId)).messageIds).toEqual([more]);
  });

  test("when the log loses its newest events, queues that already delivered them end, and everything else continues", async () => {
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
    const sentIds: number[] = [];
    for (const node of [...nodes, ...nodes]) sentIds.push(...(await commit(["say"], node)));
    for (const node of nodes) expect((await poll(level.id, level.lastId, node)).messageIds).toEqual(sentIds);
  });

  test("a node that takes over a queue delivers new events at once, however much came before", async () => {
    const { id, lastId } = await register();
    let last = lastId;
    for (let round = 0; round < 15; round += 1) {
      await commit(Array.from({ length: 120 }, () => "say"));
      last = (await poll(id, last)).eventIds.at(-1) ?? last;
    }
    const fresh = await commit(["say"]);
    expect((await poll(id, last, newProcess(world.outside))).messageIds).toEqual(fresh);
  });

  test("a queue that used up the ids at a position continues with greater ids on any node, once one has extended the log", async () => {
    const { queue } = successOf(
      await registerQueue(world.services)(ben, { ...messagesOnly, categories: ["direct_typing"] })(),
    );
    const place = { kind: "direct", participants: [1, ben.userId] } as const;
    const start = { type: "typing", op: "start", userId: 1, place } as const;
    const { directory } = world.services;
    let last = queue.acknowledged * 4096;
    const takeSignals = async (times: number, node: typeof world.services): Promise<void> => {
      const state = await node.directory.stateOf(world.realmId);
      await poll(queue.id, last, node);
      for (let time = 0; time < times; time += 1) node.liveQueues.signal(world.realmId, state, start);
      const { eventIds } = await poll(queue.id, last, node);
      // Each took an id, though only the newest of them still wait.
      expect(eventIds).toHaveLength(200);
      for (const id of eventIds) {
        expect(id).toBeGreaterThan(last);
        last = id;
      }
    };
    const { position } = await directory.newest(world.realmId);
    await takeSignals(1900, world.services);
    await extendLogs(world.services)();
    expect((await directory.newest(world.realmId)).position).toBe(position + 1);
    await takeSignals(1900, newProcess(world.outside));
    const other = newProcess(world.outside);
    await poll(queue.id, last, other);
    await extendLogs(other)();
    expect((await directory.newest(world.realmId)).position).toBe(position + 2);
    await takeSignals(1900, other);
  });

  const testLong = () =>
    test("a node that takes over a queue needs no state from before the client's last event", async () => {
      const { id, lastId } = await register();
      for (let round = 0; round < 45; round += 1)
        await commit(Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? "leave" : "join")));
      const { position } = await world.services.directory.newest(world.realmId);
      expect(position * 4096).toBeGreaterThan(lastId);
      expect((await poll(id, position * 4096, newProcess(world.outside))).eventIds).toEqual([]);
    });
  if (hasLongLogs) testLong();

  test("ids only grow whichever nodes are polled, and each reader receives its events exactly once, in order", async () => {
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
            const sentIds = (await commit(done.deeds, nodeAt(done.node))).values();
            for (const one of done.deeds) {
              if (one === "say") {
                const { value } = sentIds.next();
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
