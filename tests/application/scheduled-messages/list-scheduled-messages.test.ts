import { listScheduledMessages } from "../../../src/application/scheduled-messages/list-scheduled-messages";
import { scheduleMessage } from "../../../src/application/scheduled-messages/schedule-message";
import { memoryRealm } from "../../support/application/memory-realm";

test("the earliest message comes first, and one that failed stays in the list", async () => {
  const { ben, cleo, append } = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  const message = {
    kind: "direct",
    to: [cleo.id],
    topic: "",
    content: "later",
    readBySender: false,
  } as const;
  const second = await ben.does(scheduleMessage, { ...message, deliverAt: 4_000_000_009 });
  const first = await ben.does(scheduleMessage, { ...message, deliverAt: 4_000_000_001 });
  const [earliest] = await ben.does(listScheduledMessages);
  if (earliest === undefined) throw new Error("There is no scheduled message");
  const failed = { ...earliest, failure: "No such channel" };
  await append({ type: "scheduled_set", userId: ben.id, scheduled: failed, isNew: false });
  expect(await ben.does(listScheduledMessages)).toMatchObject([
    { id: first, failure: "No such channel" },
    { id: second, failure: null },
  ]);
  expect(await cleo.does(listScheduledMessages)).toEqual([]);
});
