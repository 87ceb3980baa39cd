import { encodeFetchedEvents } from "../../../src/adapters/zulip-wire/events/fetched-events";
import { newSubscription } from "../../../src/domain/channels/subscription";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { eventIdAt, isUnseen } from "../../../src/domain/queues/event-queue";
import { apply } from "../../../src/domain/state/apply";
import { IdSet } from "../../../src/domain/state/id-set";
import type { LogStep } from "../../../src/domain/state/log-step";
import { aChannel, aQueue, aRealm, aRealmState, aUser } from "../../support/builders/entities";

const guestId = 1;
const memberId = 2;

/** A guest who sees only people of their channels joins some channels that everybody else is in, and leaves them. */
const town = (channelCount: number, peopleCount: number) => {
  const channels = Array.from({ length: channelCount }, (_, index) =>
    aChannel({ id: index + 1, conversationId: index + 1, name: `channel ${index}`, privacy: "private" }),
  );
  const people = Array.from({ length: peopleCount }, (_, index) =>
    aUser({ id: index + memberId, email: `${index}@example.com` }),
  );
  const guest = aUser({ id: guestId, email: "guest@example.com", role: "guest" });
  const realm = aRealm();
  const before = aRealmState({
    realm: { ...realm, permissions: { ...realm.permissions, canAccessAllUsersGroup: onlyUser(memberId) } },
    users: [guest, ...people],
    channels,
    subscriptions: people.flatMap(({ id }) => channels.map((one) => newSubscription(id, one, "#aaaaaa"))),
  });
  const joined = {
    type: "subscribed",
    subscriptions: channels.map((one) => newSubscription(guestId, one, "#aaaaaa")),
    firstMessageId: 1,
  } as const;
  const inside = apply(before, joined);
  const left = {
    type: "unsubscribed",
    userIds: [guestId],
    channelIds: channels.map(({ id }) => id),
    firstMessageId: 1,
  } as const;
  const outside = apply(inside, left);
  return {
    people,
    joining: { position: 5, before, event: joined, after: inside },
    leaving: { position: 6, before: inside, event: left, after: outside },
  };
};

type Overrides = Parameters<typeof aQueue>[0];

/** The next answer to the guest's client. */
const poll = async (items: readonly LogStep[], afterId = 0, queue: Overrides = {}) => {
  const fetched = {
    queue: aQueue({ userId: guestId, categories: ["user"], presentation: {}, ...queue }),
    afterId,
    items: items.filter((item) => isUnseen(item, afterId)),
    heartbeatId: undefined,
    flags: new Map(),
    userTopics: [],
    isOver: false,
  };
  const context = {
    realm: { id: 1, host: "example.com" },
    server: { offeredLogins: [] },
    now: Date.now,
  } as never;
  return encodeFetchedEvents(fetched, context, {} as never);
};

interface Heard {
  readonly id: number;
  readonly op: string;
  readonly person: { readonly user_id: number };
  readonly subscriptions: readonly { readonly stream_id: number; readonly subscribers: readonly number[] }[];
}

const read = (events: readonly { readonly text: string }[]): readonly Heard[] =>
  events.map(({ text }) => JSON.parse(text));

test.each(["joining", "leaving"] as const)(
  "%s many channels looks at each of their people a few times, however many channels they share",
  async (way) => {
    const { people, [way]: step } = town(100, 300);
    const visited = jest.spyOn(IdSet.prototype, "values");
    const heard = read(await poll([step]));
    const visits = visited.mock.contexts.reduce((sum, set) => sum + (set as IdSet).size, 0);
    expect(heard.map(({ op, person }) => [op, person.user_id])).toEqual(
      people.map(({ id }) => [way === "joining" ? "add" : "remove", id]),
    );
    expect(visits).toBeLessThan(3 * people.length);
  },
);

test("an answer ends after some changes of what the guest sees, even silent ones, and the next ones have the rest", async () => {
  const { people, joining } = town(60, 20);
  let state = joining.before;
  const steps = joining.event.subscriptions.map((subscription, index) => {
    const step = {
      position: index + 1,
      before: state,
      event: { ...joining.event, subscriptions: [subscription] },
    };
    state = apply(state, step.event);
    return { ...step, after: state };
  });
  const unions = jest.spyOn(IdSet, "union");
  const answers = [];
  for (let afterId = 0; afterId < eventIdAt(steps.length); afterId = answers.at(-1)?.at(-1)?.id ?? 0) {
    unions.mockClear();
    answers.push(await poll(steps, afterId));
    expect(unions.mock.calls.length).toBeLessThan(100);
  }
  const told = answers.map((list) => list.filter(({ text }) => text.includes("realm_user")).length);
  expect(told).toEqual([people.length, 0, 0, 0]);
});

/** Turns of the event loop, while each look at the clock finds a millisecond more. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, milliseconds, isOver] = [0, 0, false];
  const clock = jest.spyOn(performance, "now").mockImplementation(() => {
    milliseconds += 1;
    return milliseconds;
  });
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  clock.mockRestore();
  return turns;
};

test.each(["joining", "leaving"] as const)(
  "%s a channel of many serves others between its people",
  async (way) => {
    const { people, [way]: step } = town(1, 1000);
    expect(await turnsDuring(() => poll([step]))).toBeGreaterThan(people.length / 10);
  },
);

test("a user's long answers are encoded one at a time, without delaying another user's", async () => {
  const { joining } = town(1, 1000);
  const ended: string[] = [];
  await turnsDuring(() =>
    Promise.all([
      ...["first", "second"].map((name) => poll([joining]).then(() => ended.push(name))),
      poll([joining], 0, { userId: memberId, categories: ["subscription"] }).then(() =>
        ended.push("another's"),
      ),
    ]),
  );
  expect(ended).toEqual(["another's", "first", "second"]);
});

test("somebody who joins many large channels learns of a limited number at once, and of each of them once", async () => {
  const { joining, people } = town(120, 1500);
  const queue = { categories: ["subscription"], presentation: { includeSubscribers: true } } as const;
  const heard = read(await poll([joining], 0, queue));
  const channels = heard.flatMap(({ subscriptions }) => subscriptions);
  expect(channels.map(({ stream_id }) => stream_id)).toEqual(
    joining.event.subscriptions.map(({ channelId }) => channelId),
  );
  for (const { subscribers } of channels) expect(subscribers.length).toBe(people.length + 1);
  for (const { subscriptions } of heard) expect(subscriptions.length * people.length).toBeLessThan(60_000);
});

/** What polls tell the guest of one event, one answer after the other. */
const answersTo = async (step: LogStep, queue: Overrides): Promise<readonly (readonly Heard[])[]> => {
  const answers: (readonly Heard[])[] = [];
  for (let afterId = 0; isUnseen(step, afterId); afterId = answers.at(-1)?.at(-1)?.id ?? 0) {
    if (answers.length === 10) throw new Error("The answers have no end");
    answers.push(read(await poll([step], afterId, queue)));
  }
  return answers;
};

test("an event longer than an answer continues in the next ones", async () => {
  const { joining } = town(700, 3000);
  const queue = { categories: ["subscription"], presentation: { includeSubscribers: true } } as const;
  const answers = await answersTo(joining, queue);
  expect(answers.length).toBe(2);
  expect(
    answers.flat().flatMap(({ subscriptions }) => subscriptions.map(({ stream_id }) => stream_id)),
  ).toEqual(joining.event.subscriptions.map(({ channelId }) => channelId));
});

test("an answer continues to the end of an event with more entries than there are ids for", async () => {
  const { joining, people } = town(1, 5000);
  const after = apply(joining.after, {
    type: "user_changed",
    userId: people[3000]?.id ?? 0,
    change: { fullName: "x".repeat(9_000_000) },
  } as never);
  const answers = await answersTo({ ...joining, after }, {});
  expect(answers.map((heard) => heard.map(({ person }) => person.user_id))).toEqual([
    people.map(({ id }) => id),
  ]);
});
