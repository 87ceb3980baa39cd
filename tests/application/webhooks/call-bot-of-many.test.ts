import { sendMessage } from "../../../src/application/messages/send-message";
import type { BotCaller } from "../../../src/application/ports/bots/bot-caller";
import { newBot } from "../../../src/domain/bots/bot";
import type { RealmEvent } from "../../../src/domain/events/event";
import {
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const hanging = Array.from({ length: 100 }, (_, index) => 1000 + index);
const answering = 2000;

let world: MemoryApplication;
let called: number[];
let letGo: () => void;

beforeEach(async () => {
  called = [];
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const botCaller: BotCaller = {
    call: async ({ bot }) => {
      called.push(bot.id);
      // These servers accept calls and don't answer.
      if (hanging.includes(bot.id)) await gate;
      return { kind: "answered", reply: undefined };
    },
  };
  world = await memoryApplication({ botCaller });
});

const addBots = async (ownerId: number, ids: readonly number[]): Promise<void> => {
  const events = ids.map(
    (id): RealmEvent => ({
      type: "user_created",
      user: aUser({
        id,
        fullName: `Bot ${id}`,
        email: `bot${id}@example.com`,
        bot: {
          ...newBot("outgoing_webhook", ownerId),
          service: { name: "helper", url: "https://bot.example/hook", interface: "native" },
        },
      }),
    }),
  );
  const position = await commitAll(world.persistence.eventStore, world.realmId, events);
  await world.services.directory.catchUp(world.realmId, position);
};

const write = async (...to: readonly number[]): Promise<void> => {
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "direct", recipients: to },
      content: "help",
      readBySender: true,
    })(),
  );
};

test("a hundred hanging bots of one owner don't delay the call of another owner's bot", async () => {
  const [ann, ben] = [await world.newMember("Ann"), await world.newMember("Ben")];
  await addBots(ann.userId, hanging);
  await addBots(ben.userId, [answering]);
  for (const id of hanging) await write(id);
  await write(answering);
  const running = world.services.jobRunner.runDue();
  for (let turn = 0; turn < 500 && !called.includes(answering); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(called).toContain(answering);
  expect(called.length).toBeLessThan(10);
  letGo();
  await running;
  expect(new Set(called).size).toBe(101);
});
