import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { channelLimits } from "../../../src/domain/channels/channel";
import { newSubscription } from "../../../src/domain/channels/subscription";
import type { RealmEvent } from "../../../src/domain/events/event";
import { memoryRealm } from "../../support/application/memory-realm";
import { aUser } from "../../support/builders/entities";

test("many users are unsubscribed in batches, until none is left", async () => {
  const { owner, lunch, append, channel, eventsOf, state } = await memoryRealm({ channels: { lunch: {} } });
  const principals = Array.from(
    { length: channelLimits.subscriptionsPerCommit + 1 },
    (_, index) => 100 + index,
  );
  await append(
    ...principals.map((id): RealmEvent => {
      return { type: "user_created", user: aUser({ id, email: `p${id}@example.com`, fullName: `P ${id}` }) };
    }),
  );
  const place = await channel(lunch);
  const subscriptions = principals.map((id) => newSubscription(id, place, "#76ce90"));
  await append({ type: "subscribed", subscriptions, firstMessageId: 1 });
  const events = await eventsOf(async () => {
    const outcome = await owner.does(unsubscribe, { channelNames: ["lunch"], principals });
    expect(outcome).toEqual({ removed: ["lunch"], notRemoved: [] });
  });
  expect(events.map(({ type }) => type)).toEqual(["unsubscribed", "unsubscribed"]);
  expect((await state()).subscribers(lunch).size).toBe(0);
});
