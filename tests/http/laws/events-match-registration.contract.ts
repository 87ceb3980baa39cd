import { setTimeout as sleep } from "node:timers/promises";
import { positionOf } from "../../../src/domain/queues/event-queue";
import { clientModel, modelledTypes, type WireEvent } from "../../support/clients/client-model";
import type { Client } from "../../support/http/http-application";
import type { Nodes } from "../../support/http/nodes";
import fc from "../../support/random/fast-check";
import { historyCount } from "../../support/random/history-count";
import {
  foundOrganization,
  type Organization,
  perform,
  someAction,
} from "../../support/random/random-actions";

const capabilities = {
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    empty_topic_name: true,
    user_avatar_url_field_optional: true,
    archived_channels: true,
  },
};
const register = async (client: Client, eventTypes: readonly string[]): Promise<WireEvent> =>
  (
    await client.post("/register", {
      ...capabilities,
      event_types: eventTypes,
      fetch_event_types: modelledTypes,
      include_subscribers: true,
    })
  ).body;

/** A registration's state at a position of the log. */
interface Sight {
  readonly position: number;
  readonly state: WireEvent;
  /**
   * Starred messages that were readable then; undefined where that can't be known any more. Clients don't show stars
   * on unreadable messages.
   */
  readonly readable: ReadonlySet<number> | undefined;
}

/** A client that registers once, then applies the events any of the nodes sends it. */
class Follower {
  private readonly events: WireEvent[] = [];
  private readonly sights: Sight[] = [];
  private lastId: number;
  private marked: number | undefined;

  private constructor(
    private readonly client: Client,
    private readonly nodes: Nodes,
    private readonly registered: WireEvent,
  ) {
    this.lastId = registered.last_event_id;
  }

  static async begin(client: Client, nodes: Nodes): Promise<Follower> {
    return new Follower(client, nodes, await register(client, modelledTypes));
  }

  /** Polls once. Asking another node again returns the same events or more, or fewer if that node lags behind. */
  async poll(asksAgain: boolean): Promise<void> {
    const ask = async (): Promise<readonly WireEvent[]> => {
      const { body } = await this.client.get("/events", {
        queue_id: this.registered.queue_id,
        last_event_id: this.lastId,
        dont_block: true,
      });
      expect(body).toMatchObject({ result: "success" });
      return body.events;
    };
    const first = await ask();
    const events = asksAgain ? await ask() : first;
    const common = Math.min(first.length, events.length);
    expect(events.slice(0, common)).toEqual(first.slice(0, common));
    for (const event of events) {
      expect(event.id).toBeGreaterThan(this.lastId);
      this.lastId = event.id;
      this.events.push(event);
    }
  }

  /** Records the state of a new registration. */
  async look(sent: readonly number[] | undefined): Promise<void> {
    // The same node is asked again, because it knows at least this state.
    const client = this.nodes.somewhere(this.client);
    const state = await register(client, []);
    const readable =
      sent && new Set<number>((await client.get("/messages", { message_ids: sent })).body.messages.map(idOf));
    this.sights.push({ position: positionOf(state.last_event_id), state, readable });
  }

  /** Does something only this client gets events for. */
  async mark(): Promise<void> {
    const { body } = await this.client.post("/saved_snippets", { title: "mark", content: "x" });
    this.marked = body.saved_snippet_id;
  }

  /** Takes events up to the mark, at most for the promised time. */
  async catchUp(): Promise<void> {
    const isMark = ({ saved_snippet }: WireEvent) => saved_snippet?.id === this.marked;
    for (const until = Date.now() + 120_000; !this.events.some(isMark); await sleep(20)) {
      expect(Date.now()).toBeLessThan(until);
      await this.poll(false);
    }
  }

  /** The client's state at each recorded position equals the registration's. */
  check(): number {
    const model = clientModel(this.registered, this.client.id);
    const left = this.events.values();
    let next = left.next();
    for (const { position, state, readable } of this.sights.toSorted((a, b) => a.position - b.position)) {
      for (; !next.done && positionOf(next.value.id) <= position; next = left.next()) model.apply(next.value);
      const shown = (summary: ReturnType<typeof model.summary>) => ({
        ...summary,
        starred: readable && summary.starred.filter((id) => readable.has(id)),
      });
      const built = model.summary();
      const fresh = clientModel(state, this.client.id).summary();
      // A channel that becomes visible comes without its subscribers.
      const subscribers = Object.fromEntries(
        Object.entries(fresh.subscribers).filter(([id]) => id in built.subscribers),
      );
      expect({ who: this.client.id, position, ...shown(built) }).toEqual({
        who: this.client.id,
        position,
        ...shown({ ...fresh, subscribers }),
      });
    }
    return this.sights.length;
  }
}

const idOf = ({ id }: { readonly id: number }): number => id;

/** Deeds attempted at the same moment, what the clients do then, and whether a node restarts. */
const someRound = fc.record({
  deeds: fc.array(someAction, { minLength: 1, maxLength: 3 }),
  polls: fc.subarray([0, 1, 2, 3]),
  looks: fc.subarray([0, 1, 2, 3], { minLength: 1, maxLength: 2 }),
  looksMeanwhile: fc.nat(3),
  asksAgain: fc.boolean(),
  restarts: fc.oneof(
    { weight: 12, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

/** The law that clients stay in step, on these nodes. Each call goes to a random node. */
export const stayingInStep = (open: () => Promise<Nodes>, histories: number): void => {
  let nodes: Nodes;
  let organization: Organization;

  beforeAll(async () => {
    nodes = await open();
    organization = await foundOrganization(nodes.somewhere(nodes.owner), nodes.anywhere, nodes.runJobs);
  });
  afterAll(() => nodes.stop());

  test("a client's state from its registration and later events equals a new registration at every position, on any node", async () => {
    let compared = 0;
    const rounds = fc.array(someRound, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.nat(), rounds, async (seed, history) => {
        nodes.reseed(seed);
        const followers: Follower[] = [];
        for (const person of organization.people)
          followers.push(await Follower.begin(nodes.anywhere(person), nodes));
        const chosen = (indices: readonly number[]) => indices.flatMap((index) => followers[index] ?? []);
        for (const { deeds, polls, looks, looksMeanwhile, asksAgain, restarts } of history) {
          if (restarts) await nodes.restartOne();
          await Promise.all([
            ...deeds.map((deed) => perform(organization, deed)),
            ...chosen([looksMeanwhile]).map((one) => one.look(undefined)),
          ]);
          for (const one of chosen(looks)) await one.look(organization.sent);
          for (const one of chosen(polls)) await one.poll(asksAgain);
        }
        for (const one of followers) await one.mark();
        for (const one of followers) await one.look(organization.sent);
        for (const one of followers) {
          await one.catchUp();
          compared += one.check();
        }
      }),
      // Each history continues from the previous one, so none can be shrunk.
      { numRuns: historyCount(histories), endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(30 * historyCount(histories));
  }, 600_000);
};
