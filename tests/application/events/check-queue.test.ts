import { checkQueue } from "../../../src/application/events/check-queue";
import { registerQueue } from "../../../src/application/events/register-queue";
import { fetchEvents } from "../../support/application/fetch-events";
import { memoryRealm } from "../../support/application/memory-realm";
import { messagesOnly } from "../../support/application/messages-only-queue";

test("a queue is there for the user who registered it, and stays as it is", async () => {
  const { owner, ann, ben } = await memoryRealm({ people: { ann: "member", ben: "member" } });
  const { queue } = await ann.does(registerQueue, messagesOnly);
  await owner.writes([ann]);
  await ann.does(checkQueue, queue.id);
  expect(await ann.isRefused(checkQueue, "nowhere")).toBe("Bad event queue ID: nowhere");
  expect(await ben.isRefused(checkQueue, queue.id)).toBe(
    "You are not authorized to get events from this queue",
  );
  const { items } = await ann.does(fetchEvents, {
    queueId: queue.id,
    lastEventId: undefined,
    dontBlock: true,
  });
  expect(items).toHaveLength(1);
});
