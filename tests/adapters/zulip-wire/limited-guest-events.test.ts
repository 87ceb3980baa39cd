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

/** The next answer to the guest's client. */
const poll = (items: readonly LogStep[], afterId = 0) => {
  const fetched = {
    queue: aQueue({ userId: guestId, categories: ["user"], presentation: { includeSubscribers: false } }),
    afterId,
    items: items.filter((item) => isUnseen(item, afterId)),
    heartbeatId: undefined,
    flags: new Map(),
    userTopics: [],
    isOver: false,
  };
  const context = { realm: { host: "example.com" }, server: { offeredLogins: [] } } as never;
  return encodeFetchedEvents(fetched, context, {} as never);
};

/** What the guest hears of people. */
const heard = (step: LogStep): readonly { readonly op: string; readonly person: { user_id: number } }[] =>
  poll([step]).map(({ text }) => JSON.parse(text));

test.each(["joining", "leaving"] as const)(
  "%s many channels looks at each of their people a few times, however many channels they share",
  (way) => {
    const { people, [way]: step } = town(100, 300);
    const read = jest.spyOn(IdSet.prototype, "values");
    const events = heard(step);
    const visits = read.mock.contexts.reduce((sum, set) => sum + (set as IdSet).size, 0);
    expect(events.map(({ op, person }) => [op, person.user_id])).toEqual(
      people.map(({ id }) => [way === "joining" ? "add" : "remove", id]),
    );
    expect(visits).toBeLessThan(3 * people.length);
  },
);

test("an answer ends after some changes of what the guest sees, even silent ones, and the next ones have the rest", () => {
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
    answers.push(poll(steps, afterId));
    expect(unions.mock.calls.length).toBeLessThan(100);
  }
  const told = answers.map((list) => list.filter(({ text }) => text.includes("realm_user")).length);
  expect(told).toEqual([people.length, 0, 0, 0]);
});
