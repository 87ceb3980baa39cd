import * as E from "fp-ts/Either";
import { byServer } from "../../../src/application/caller";
import { registerQueue } from "../../../src/application/events/register-queue";
import type { Services } from "../../../src/composition/open-services";
import type { RealmEvent } from "../../../src/domain/events/event";
import { type EventQueue, idOf, positionOf } from "../../../src/domain/queues/event-queue";
import { belongsIn } from "../../../src/domain/queues/event-selection";
import { apply } from "../../../src/domain/state/apply";
import type { LogStep } from "../../../src/domain/state/log-step";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { fetchEvents } from "../../support/application/fetch-events";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps, userIds } from "../../support/random/histories";
import { historyCount } from "../../support/random/history-count";
import { expectSameFacts, factsOf } from "../../support/random/state-answers";
import { createRealm } from "../../support/storage/commits";
import type { Persistence } from "../../support/storage/persistence";

const node = fc.nat(2);
const user = fc.constantFrom(...userIds);
/** What happens to nodes and their clients between the events of a history. */
const someMove = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("commit" as const),
      node,
      events: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("register" as const),
      node,
      user,
      allPublicChannels: fc.boolean(),
      onlyMessages: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("poll" as const), node, queue: fc.nat(9), again: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("hear" as const), node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("look" as const), node, ago: fc.nat(30) }) },
);
type Move = typeof someMove extends fc.Arbitrary<infer One> ? One : never;

/** A realm on several nodes, the expected log, and what each queue has delivered. */
class History {
  private readonly nodes: Services[];
  private readonly steps: LogStep[] = [];
  private readonly queues: { readonly queue: EventQueue; lastId: number; got: number[]; isGone: boolean }[] =
    [];

  constructor(
    private readonly world: MemoryApplication,
    private readonly realmId: number,
    /** When the history begins. */
    private readonly first: RealmState,
    private readonly coming: RealmEvent[],
  ) {
    this.nodes = [0, 1, 2].map(() => newProcess(world.outside));
  }

  async make(move: Move): Promise<void> {
    const services = this.at(move.node);
    if (move.kind === "commit") return this.commit(services, move.events);
    if (move.kind === "register") return this.register(services, move);
    if (move.kind === "poll") return this.poll(services, move.queue, move.again);
    if (move.kind === "look") return this.look(services, move.ago);
    if (move.kind === "restart") this.nodes[move.node] = newProcess(this.world.outside);
    else await services.directory.newest(this.realmId);
  }

  async commit({ inTransaction }: Services, count: number): Promise<void> {
    const events = this.coming.splice(0, count);
    const committed = await inTransaction(byServer(this.realmId), async (tx) => {
      for (const event of events) tx.append(event);
      return E.right(undefined);
    });
    expect(committed).toEqual(E.right(undefined));
    for (const event of events) {
      const before = this.newest;
      const after = apply(before, event);
      this.steps.push({ position: after.position, before, event, after });
    }
  }

  /** Checks that every queue delivered everything it should. Returns the number of events checked. */
  async end(): Promise<number> {
    const [services] = this.nodes;
    if (services === undefined) throw new Error("There are three nodes");
    await services.directory.newest(this.realmId);
    expectSameFacts(await this.world.persistence.snapshots.load(this.realmId), this.newest);
    let delivered = 0;
    for (const [index, { queue, got }] of this.queues.entries()) {
      for (let before = -1; before < got.length; await this.poll(services, index, false)) before = got.length;
      const now = this.world.clock.now();
      const meant = this.steps.filter(
        (step) => step.position > queue.startsAfter && belongsIn(queue, step, now),
      );
      const expected = meant.map(({ position }) => position);
      delivered += got.length;
      expect(got).toEqual(this.queues[index]?.isGone ? expected.slice(0, got.length) : expected);
    }
    return delivered;
  }

  private at(index: number): Services {
    const services = this.nodes[index];
    if (services === undefined) throw new Error("There are three nodes");
    return services;
  }

  private get newest(): RealmState {
    return this.steps.at(-1)?.after ?? this.first;
  }

  private async register(services: Services, wanted: Extract<Move, { kind: "register" }>): Promise<void> {
    const { allPublicChannels, onlyMessages, user: userId } = wanted;
    const caller = { realmId: this.realmId, userId, client: "test" };
    const categories = onlyMessages ? messagesOnly.categories : null;
    const registered = await registerQueue(services)(caller, {
      ...messagesOnly,
      allPublicChannels,
      categories,
    })();
    // The user's account is deactivated.
    if (E.isLeft(registered)) return;
    const { queue } = registered.right;
    this.queues.push({ queue, lastId: queue.startsAfter * 4096, got: [], isGone: false });
  }

  private async poll(services: Services, index: number, again: boolean): Promise<void> {
    const one = this.queues[index % Math.max(this.queues.length, 1)];
    if (one === undefined) return;
    const { queue, lastId } = one;
    const caller = { realmId: this.realmId, userId: queue.userId, client: "test" };
    const wish = { queueId: queue.id, lastEventId: lastId, dontBlock: true };
    const fetched = await fetchEvents(services)(caller, wish)();
    if (E.isLeft(fetched)) {
      const wentOff = ({ event }: LogStep) =>
        event.type === "user_deactivated" && event.userId === queue.userId;
      expect(this.steps.some((step) => step.position > queue.startsAfter && wentOff(step))).toBe(true);
      one.isGone = true;
      return;
    }
    // A node that has not yet heard about the end of the queue still answers.
    if (again || one.isGone) return;
    for (const id of fetched.right.items.map(idOf)) {
      expect(id).toBeGreaterThan(one.lastId);
      one.lastId = id;
      one.got.push(positionOf(id));
    }
  }

  /** An earlier state equals what the events up to that position produced. */
  private async look({ directory }: Services, ago: number): Promise<void> {
    const position = Math.max(this.first.position, this.newest.position - ago);
    const made = this.steps.find((step) => step.position === position)?.after ?? this.first;
    const found = await directory.at(this.realmId, position);
    expect(found && factsOf(found)).toEqual(factsOf(made));
  }
}

/** Who receives what of any event, on one storage that three nodes share, over `numRuns` random histories. */
export const exactDeliveryContract = (open: () => Persistence, numRuns: number): void => {
  test("each queue delivers exactly what the realm before and after each event implies, and every past state can be rebuilt", async () => {
    const world = await memoryApplication({}, open(), "exact-delivery");
    const { eventStore, snapshots } = world.persistence;
    let delivered = 0;
    await fc.assert(
      fc.asyncProperty(
        someSteps,
        fc.array(someMove, { minLength: 20, maxLength: 60 }),
        async (steps, moves) => {
          const { id } = await createRealm(eventStore);
          const history = new History(world, id, await snapshots.load(id), [...historyOf(steps)]);
          // The people and channels that the rest of the history involves.
          await history.make({ kind: "commit", node: 0, events: 9 });
          for (const user of userIds)
            await history.make({
              kind: "register",
              node: 0,
              user,
              allPublicChannels: false,
              onlyMessages: false,
            });
          for (const move of moves) await history.make(move);
          delivered += await history.end();
        },
      ),
      { numRuns: historyCount(numRuns) },
    );
    expect(delivered).toBeGreaterThan(historyCount(numRuns));
  }, 600_000);
};
