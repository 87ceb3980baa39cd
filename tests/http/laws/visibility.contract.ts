import { setTimeout as sleep } from "node:timers/promises";
import { positionOf } from "../../../src/domain/queues/event-queue";
import type { Client } from "../../support/http/http-application";
import type { Nodes } from "../../support/http/nodes";
import fc from "../../support/random/fast-check";
import { historyCount } from "../../support/random/history-count";
import { firstPrivacies, lastActions, personCount, someSightAction } from "../../support/visibility/actions";
import {
  type ExpectedEvents,
  namedIn,
  secretsIn,
  WatchedRealm,
} from "../../support/visibility/watched-realm";

// biome-ignore lint/suspicious/noExplicitAny: events have many shapes
type WireEvent = any;

const capabilities = {
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    empty_topic_name: true,
    user_avatar_url_field_optional: true,
    archived_channels: true,
    include_deactivated_groups: true,
  },
};

/** Ids of the messages an event is about. */
const messagesIn = (event: WireEvent): readonly number[] => [
  ...(event.message === undefined ? [] : [event.message.id]),
  ...(event.message_id === undefined ? [] : [event.message_id]),
  ...(event.message_ids ?? []),
  ...(event.type === "update_message_flags" ? event.messages : []),
];

/** Ids of the people that events of groups name as members, and those that any settings name. */
const peopleIn = (event: WireEvent): readonly number[] => [
  ...(event.type === "user_group" ? [...(event.user_ids ?? []), ...(event.group?.members ?? [])] : []),
  ...namedIn(event),
];

/** Ids of the channels that others join and leave. */
const channelsIn = (event: WireEvent): readonly number[] =>
  event.type === "subscription" ? (event.stream_ids ?? []) : [];

const newsTypes = ["message", "update_message", "reaction", "delete_message"];
const newsOf = (event: WireEvent): object => ({
  type: event.type,
  ids: [...new Set(messagesIn(event))].sort((a, b) => a - b),
});

/** A user's queue, polled at any node. */
class Listener {
  readonly events: WireEvent[] = [];
  private lastId: number;

  private constructor(
    readonly client: Client,
    private readonly registered: WireEvent,
    readonly hearsAllPublic: boolean,
  ) {
    this.lastId = registered.last_event_id;
  }

  static async begin(client: Client, hearsAllPublic: boolean): Promise<Listener> {
    const form = { ...capabilities, fetch_event_types: [], all_public_streams: hearsAllPublic };
    return new Listener(client, (await client.post("/register", form).expect(200)).body, hearsAllPublic);
  }

  async poll(): Promise<void> {
    const { body } = await this.client.get("/events", {
      queue_id: this.registered.queue_id,
      last_event_id: this.lastId,
      dont_block: true,
    });
    expect(body).toMatchObject({ result: "success" });
    for (const event of body.events) {
      this.lastId = event.id;
      this.events.push(event);
    }
  }

  /** Polls until the last deed, which everyone gets. */
  async catchUp(mark: string): Promise<void> {
    for (const until = Date.now() + 120_000; ; await sleep(20)) {
      if (JSON.stringify(this.events.at(-1) ?? {}).includes(mark)) return;
      expect(Date.now()).toBeLessThan(until);
      await this.poll();
    }
  }
}

/** Events up to a position of the log since the previous one. */
interface Past {
  readonly position: number;
  readonly deed: object;
  readonly tellings: ReadonlyMap<number, ExpectedEvents>;
}

/** A queue's events are exactly the right ones for each deed, without a word its owner may not know. */
const check = ({ client, events, hearsAllPublic }: Listener, pasts: readonly Past[]): void => {
  const left = [...events];
  for (const { position, deed, tellings } of pasts) {
    const telling = tellings.get(client.id);
    if (telling === undefined) throw new Error("Nobody thought of them");
    const after = left.findIndex((event) => positionOf(event.id) > position);
    const received = left.splice(0, after === -1 ? left.length : after);
    const { news, extra, secrets, readable, people, channels } = telling;
    const due = news ?? (hearsAllPublic ? extra : undefined);
    const context = { who: client.id, hearsAllPublic, deed };
    expect({ ...context, news: received.filter(({ type }) => newsTypes.includes(type)).map(newsOf) }).toEqual(
      {
        ...context,
        news: due === undefined ? [] : [due],
      },
    );
    expect({ ...context, leaked: secretsIn(received).filter((word) => !secrets.has(word)) }).toEqual({
      ...context,
      leaked: [],
    });
    const encodeFetchedEvents = new Set([...readable, ...(due?.ids ?? [])]);
    expect({
      ...context,
      unknown: received.flatMap(messagesIn).filter((id) => !encodeFetchedEvents.has(id)),
    }).toEqual({
      ...context,
      unknown: [],
    });
    expect({ ...context, hidden: received.flatMap(channelsIn).filter((id) => !channels.has(id)) }).toEqual({
      ...context,
      hidden: [],
    });
    expect({ ...context, strangers: received.flatMap(peopleIn).filter((id) => !people.has(id)) }).toEqual({
      ...context,
      strangers: [],
    });
  }
};

/** Without the welcome messages that precede the first message. */
const idsOf = (body: WireEvent, first: number): readonly number[] =>
  (body.messages ?? [])
    .map(({ id }: { id: number }) => id)
    .filter((id: number) => id >= first)
    .sort((a: number, b: number) => a - b);
const sorted = (words: readonly string[]): readonly string[] => words.toSorted();

/** A user can read exactly the messages they may read at this moment. */
const look = async (realm: WatchedRealm, who: Client, pick: number): Promise<void> => {
  const { model, sent } = realm;
  const readable = realm.readableBy(who.id);
  const secrets = realm.secretsOf(who.id);
  const narrowed = (narrow: readonly object[]) =>
    who.get("/messages", { anchor: "newest", num_before: 500, num_after: 0, narrow });
  const expectIds = (what: string, { body }: { readonly body: object }, ids: Iterable<number>) => {
    expect({ who: who.id, what, ids: idsOf(body, sent[0] ?? 0) }).toEqual({
      who: who.id,
      what,
      ids: [...ids],
    });
    expect({ who: who.id, what, leaked: secretsIn(body).filter((word) => !secrets.has(word)) }).toEqual({
      who: who.id,
      what,
      leaked: [],
    });
  };
  expectIds("by ids", await who.get("/messages", { message_ids: sent }), readable);
  const received = model.received(who.id).map(({ id }) => id);
  expectIds("all", await narrowed([]), received);
  expectIds("starred", await narrowed([{ operator: "is", operand: "starred" }]), model.starred(who.id));
  expectIds("found", await narrowed([{ operator: "search", operand: "hello" }]), received);
  const place = pick % firstPrivacies.length;
  expectIds(
    `channel ${place}`,
    await narrowed([{ operator: "channel", operand: realm.channelId(place) }]),
    model
      .readable(who.id)
      .flatMap(({ id, place: messagePlace }) =>
        "channel" in messagePlace && messagePlace.channel === String(place) ? [id] : [],
      ),
  );
  const one = sent[pick % Math.max(sent.length, 1)];
  if (one !== undefined) {
    const { status, body } = await who.get(`/messages/${one}`);
    expect({ who: who.id, one, status }).toEqual({ who: who.id, one, status: readable.has(one) ? 200 : 400 });
    expect(secretsIn(body).filter((word) => !secrets.has(word))).toEqual([]);
  }
  const { body } = await who.post("/register", capabilities).expect(200);
  const named = secretsIn(body);
  const channels = named.filter((word) => word.startsWith("n"));
  const people = named.filter((word) => word.startsWith("p"));
  expect({ who: who.id, channels: sorted(channels) }).toEqual({
    who: who.id,
    channels: sorted(realm.channelNamesOf(who.id)),
  });
  expect({ who: who.id, people: sorted(people) }).toEqual({
    who: who.id,
    people: sorted(realm.personNamesOf(who.id)),
  });
  const settings = realm.namedFor(who.id, body);
  expect({ who: who.id, settings: settings.map(([setting, shown]) => [setting, shown]) }).toEqual({
    who: who.id,
    settings: settings.map(([setting, , expected]) => [setting, expected]),
  });
  const seen = new Set(realm.peopleSeenBy(who.id));
  const answers = [
    body,
    (await who.get("/streams")).body,
    (await who.get("/users/me/subscriptions")).body,
    (await who.get(`/streams/${realm.channelId(place)}`)).body,
    (await who.get("/user_groups")).body,
  ];
  expect({ who: who.id, strangers: answers.flatMap(namedIn).filter((id) => !seen.has(id)) }).toEqual({
    who: who.id,
    strangers: [],
  });
  // Everybody is in the group of their role.
  const members = body.realm_user_groups.flatMap((group: WireEvent) => group.members);
  expect({ who: who.id, members: new Set(members) }).toEqual({
    who: who.id,
    members: seen,
  });
};

/** Deeds, the queues that are polled then, and who reads everything. */
const someStep = fc.record({
  deed: someSightAction,
  polls: fc.subarray([...Array(2 * personCount).keys()], { maxLength: 4 }),
  looks: fc.nat(3 * personCount),
  pick: fc.nat(60),
  // A new node loads queues from the log, many events at a time.
  restarts: fc.nat(9),
  // Nodes cut off from each other for a while apply many events at once.
  deafens: fc.nat(5),
});

/** The law that users get and read everything they may know and nothing else, on these nodes. */
export const everyoneSeesWhatTheyMay = (
  open: () => Promise<Nodes>,
  histories: number,
  steps: number,
): void => {
  test("users get and read exactly what they may know", async () => {
    const history = fc.array(someStep, { minLength: steps, maxLength: steps });
    await fc.assert(
      fc.asyncProperty(fc.nat(), history, async (seed, all) => {
        const nodes = await open();
        try {
          nodes.reseed(seed);
          const realm = await WatchedRealm.found(nodes);
          const listeners: Listener[] = [];
          for (const one of realm.people)
            for (const hearsAllPublic of [false, true])
              listeners.push(
                // Some queues stay at one node, which gets news from others; some move from node to node.
                await Listener.begin(
                  one.id % 2 === 0 ? nodes.atLast(one) : nodes.anywhere(one),
                  hearsAllPublic,
                ),
              );
          const pasts: Past[] = [];
          const past = async (deed: object, telling: (person: number) => ExpectedEvents) => {
            const { body } = await realm.owner.post("/register", { event_types: [], fetch_event_types: [] });
            const tellings = new Map(realm.people.map(({ id }) => [id, telling(id)]));
            pasts.push({ position: positionOf(body.last_event_id), deed, tellings });
          };
          let deafFor = 0;
          for (const { deed, polls, looks, pick, restarts, deafens } of all) {
            if (restarts === 0) await nodes.restartOne();
            deafFor = Math.max(deafFor - 1, deafens === 0 ? 6 : 0);
            nodes.hearEachOther(deafFor === 0);
            await past(deed, await realm.perform(deed));
            // Polling moves a queue to the polled node; these must stay where they are.
            if (deafFor === 0) for (const index of polls) await listeners[index]?.poll();
            const looker = realm.people[looks];
            if (looker) await look(realm, looker, pick);
          }
          nodes.hearEachOther(true);
          for (const deed of lastActions) await past(deed, await realm.perform(deed));
          const mark = `the end of ${seed}`;
          await realm.owner.patch("/realm", { name: `nearly ${mark}` }).expect(200);
          for (const one of listeners) await one.catchUp(`nearly ${mark}`);
          for (const [index, one] of realm.people.entries()) await look(realm, one, index);
          await realm.owner.patch("/realm", { name: mark }).expect(200);
          await nodes.restartOne();
          for (const one of listeners) await one.catchUp(mark);
          for (const one of listeners) check(one, pasts);
        } finally {
          await nodes.stop();
        }
      }),
      // Failures name their deed, so shrinking, which would take minutes, is off.
      { numRuns: historyCount(histories), endOnFailure: true },
    );
  }, 300_000);
};
