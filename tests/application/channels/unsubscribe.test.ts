import { setTimeout } from "node:timers/promises";
import type { Caller } from "../../../src/application/caller";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { sendMessage } from "../../../src/application/messages/send-message";
import { eventsAfter } from "../../support/foundations";
import { type MemoryApplication, memoryApplication, successOf } from "../../support/memory-application";

let world: MemoryApplication;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

test("who leaves a channel is told exactly what was unread there when they left, changed a moment before or not", async () => {
  const to = { kind: "channel", channel: "general", topic: "food" } as const;
  const { id } = successOf(
    await sendMessage(world.services)(world.owner, { to, content: "hello", readBySender: false })(),
  );
  const flag = (op: "add" | "remove") =>
    changeFlags(world.services)(ben, { messageIds: [id], op, flag: "read" })();
  successOf(await flag("add"));
  const { position } = await world.services.directory.newest(world.realmId);
  const leave = unsubscribe(world.services)(ben, { channelNames: ["general"], principals: undefined });
  const { messages } = world.persistence;
  const { unreadIds } = messages;
  let flagging: Promise<unknown> | undefined;
  jest.spyOn(messages, "unreadIds").mockImplementation(async (...asked) => {
    const found = await unreadIds(...asked);
    // Whoever reads outside of the lane lets this through before their own turn.
    flagging ??= flag("remove");
    await setTimeout(20);
    return found;
  });
  successOf(await leave());
  await flagging;
  const unread = new Set<number>();
  const told: unknown[] = [];
  for (const { event } of await eventsAfter(world.persistence.eventLog, world.realmId, position, 99)) {
    if (event.type === "message_flags_changed") for (const one of event.messageIds) unread.add(one);
    if (event.type === "unsubscribed")
      told.push({ told: event.unread?.[ben.userId] ?? [], unread: [...unread] });
  }
  expect(told).toEqual([{ told: [...unread], unread: [...unread] }]);
});
