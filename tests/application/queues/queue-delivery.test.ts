import { LocalQueues, queueReadTo } from "../../../src/application/queues/live-queue";
import { QueueDelivery } from "../../../src/application/queues/queue-delivery";
import type { EventCategory } from "../../../src/domain/events/event";
import { stepsFrom } from "../../../src/domain/state/steps-from";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState, aUser } from "../../support/builders/entities";

/** A realm's people, whose answers take 0.1 ms each. */
const begun = (answerTime = 0.1) => {
  const state = aRealmState({ users: [1, 2, 3, 4].map((id) => aUser({ id })) });
  const queues = new LocalQueues();
  const ports = { directory: { positionOf: () => 0 } as never, clock: { now: () => aMoment } };
  const delivery = new QueueDelivery(ports, queues, 1_000_000, () => answerTime);
  const join = (userId: number, isWaiting: boolean, categories: EventCategory[] | null = null): void =>
    queues.add({
      ...queueReadTo(1, aQueue({ id: `queue-${userId}`, userId, categories }), state, aMoment),
      readTo: undefined,
      wake: isWaiting ? jest.fn() : undefined,
    });
  const rename = (...userIds: readonly number[]): void => {
    const events = userIds.map((userId, index) => ({
      position: index + 1,
      event: { type: "user_changed" as const, userId, change: { fullName: "Ada" } },
    }));
    for (const step of stepsFrom(state, events)) delivery.follow(1, step);
    delivery.settle();
  };
  return { delivery, join, rename };
};

test("deliveries take the time of an answer and a poll for each client that waits, and a little for each event", () => {
  const { delivery, join, rename } = begun();
  join(1, true);
  join(2, true);
  join(3, false);
  join(4, true, ["message"]);
  rename(1);
  expect(delivery.deliveryTime).toBeCloseTo(2 * 0.2 + 3 * 0.01, 4);
  rename(2);
  expect(delivery.deliveryTime).toBeCloseTo(4 * 0.2 + 6 * 0.01, 4);
});

test("the events of one commit come in one answer", () => {
  const { delivery, join, rename } = begun();
  join(1, true);
  rename(1, 2, 3);
  expect(delivery.deliveryTime).toBeCloseTo(0.2 + 3 * 0.01, 4);
});

test("an answer counts little, however long answers took lately", () => {
  const { delivery, join, rename } = begun(30);
  join(1, true);
  rename(1);
  expect(delivery.deliveryTime).toBeCloseTo(0.4 + 0.01, 4);
});
