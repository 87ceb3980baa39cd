import { listJobs } from "../../../src/application/jobs/list-jobs";
import { deleteMessage } from "../../../src/application/messages/delete-message";
import { sendMessage } from "../../../src/application/messages/send-message";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { CallOutcome } from "../../../src/application/ports/bots/bot-caller";
import { type Bot, newBot } from "../../../src/domain/bots/bot";
import type { RealmEvent } from "../../../src/domain/events/event";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  successOf,
} from "../../support/application/memory-application";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const second = 1000;
const botId = 50;
const service = { name: "helper", url: "https://bot.example/hook", interface: "native" } as const;
const failed: CallOutcome = {
  kind: "failed",
  mayRecover: true,
  conversationText: "Bot is unavailable",
  reason: "It is down.",
  answer: "``` oops",
};
const final: CallOutcome = { ...failed, mayRecover: false };
const says = (content: string | undefined): CallOutcome => ({
  kind: "answered",
  reply: content === undefined ? undefined : { content },
});

let world: MemoryApplication;

const append = async (...events: RealmEvent[]): Promise<void> => {
  const position = await commitAll(world.persistence.eventStore, world.realmId, events);
  await world.services.directory.catchUp(world.realmId, position);
};
const addBot = (id = botId, more: Partial<Bot> = {}): Promise<void> =>
  append({
    type: "user_created",
    user: aUser({
      id,
      fullName: `Bot ${id}`,
      email: `bot${id}@example.com`,
      bot: { ...newBot("outgoing_webhook", 1), service, ...more },
    }),
  });

beforeEach(async () => {
  world = await memoryApplication();
  await addBot();
});

const write = async (content: string, ...to: number[]): Promise<number> =>
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "direct", recipients: to },
      content,
      readBySender: true,
    })(),
  ).id;
const deliver = () => world.services.jobRunner.runDue();
/** All messages after the given one, as sender, content and participants. */
const messagesAfter = async (id: number) =>
  (
    await world.persistence.messages.byIds(
      world.realmId,
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => id + n),
    )
  ).map(({ senderId, content, conversation }) => [
    senderId,
    content,
    ...(conversation.kind === "direct" ? conversation.participants : [conversation.channelId]),
  ]);

test("a direct message calls the bot once, and its reply goes to the same people", async () => {
  const ann = await world.newMember("Ann");
  world.bots.answer = says("at your service");
  const id = await write("help", botId, ann.userId);
  await deliver();
  await deliver();
  expect(world.calls).toMatchObject([
    {
      trigger: "direct_message",
      token: `token of ${world.realmId}:${botId}`,
      bot: { id: botId },
      message: { id, content: "help", senderId: 1 },
    },
  ]);
  const participants = [1, botId, ann.userId].sort((a, b) => a - b);
  expect(await messagesAfter(id)).toEqual([[botId, "at your service", ...participants]]);
});

test("a bot's message calls no bot, neither another nor itself", async () => {
  await addBot(51);
  world.bots.answer = says("and you?");
  await write("hello both", botId, 51);
  for (let round = 0; round < 5; round += 1) await deliver();
  expect(world.calls.map(({ bot, message }) => [bot.id, message.content])).toEqual([
    [botId, "hello both"],
    [51, "hello both"],
  ]);
});

test("a transient failure is retried after 5, 30 and 120 seconds, and then reported in the conversation", async () => {
  world.bots.answer = failed;
  const id = await write("help", botId);
  for (const wait of [5, 30, 120]) {
    await deliver();
    const calls = world.calls.length;
    world.clock.advance(wait * second - 1);
    await deliver();
    expect(world.calls).toHaveLength(calls);
    expect(await messagesAfter(id)).toEqual([]);
    world.clock.advance(1);
  }
  await deliver();
  expect(world.calls).toHaveLength(4);
  expect(await messagesAfter(id)).toEqual([
    [botId, "Failure! Bot is unavailable", 1, botId],
    [
      botId,
      `Calling your bot @_**Bot 50|50** for [a message](#narrow/dm/1,50/near/${id}) failed.\n\nIt is down.\n\n\`\`\`\`\n\`\`\` oops\n\`\`\`\``,
      1,
      botId,
    ],
  ]);
  world.clock.advance(1000 * second);
  await deliver();
  expect(world.calls).toHaveLength(4);
});

test("a permanent failure isn't retried", async () => {
  world.bots.answer = final;
  const id = await write("help", botId);
  await deliver();
  world.clock.advance(1000 * second);
  await deliver();
  expect(world.calls).toHaveLength(1);
  expect(await messagesAfter(id)).toHaveLength(2);
});

test("an owner whose account was deactivated gets no message", async () => {
  const ann = await world.newMember("Ann");
  await addBot(61, { ownerId: ann.userId });
  await addBot(62, { ownerId: null });
  await append({ type: "user_deactivated", userId: ann.userId, firstMessageId: 9 });
  world.bots.answer = final;
  const id = await write("help", 61, 62);
  await deliver();
  expect(await messagesAfter(id)).toEqual([
    [61, "Failure! Bot is unavailable", 1, 61, 62],
    [62, "Failure! Bot is unavailable", 1, 61, 62],
  ]);
});

test.each([
  ["nothing", undefined],
  ["blank text", " \n "],
])("a bot that answers %s sends nothing", async (_what, reply) => {
  world.bots.answer = says(reply);
  const id = await write("help", botId);
  await deliver();
  expect(world.calls).toHaveLength(1);
  expect(await messagesAfter(id)).toEqual([]);
});

test("the owner is notified of a reply that can't be sent", async () => {
  world.bots.answer = says("null\0byte");
  const id = await write("help", botId);
  await deliver();
  expect(await messagesAfter(id)).toEqual([
    [
      botId,
      expect.stringContaining(
        "the answer could not be sent: Message must not contain null bytes\n\n```\nnullbyte\n```",
      ),
      1,
      botId,
    ],
  ]);
});

test("after a process dies with the reply sent, the call is repeated but the reply isn't", async () => {
  world.bots.answer = says("once");
  const id = await write("help", botId);
  const dying = newProcess({
    ...world.outside,
    onError: () => {},
    jobQueue: {
      ...world.outside.jobQueue,
      complete: () => Promise.reject(new Error("killed")),
      postpone: () => Promise.reject(new Error("killed")),
    },
  });
  await dying.jobRunner.runDue();
  const before = world.calls.length;
  expect(before).toBe(1);
  await deliver();
  expect(world.calls).toHaveLength(before);
  world.clock.advance(60 * second);
  await deliver();
  expect(world.calls).toHaveLength(before + 1);
  expect(await messagesAfter(id)).toEqual([[botId, "once", 1, botId]]);
  await deliver();
  expect(world.calls).toHaveLength(before + 1);
});

test("a bot call that crashes the process is postponed, and finally given up", async () => {
  const errors: unknown[] = [];
  const breaking = newProcess({
    ...world.outside,
    botCaller: { call: () => Promise.reject(new Error("a bug")) },
    onError: (error) => errors.push(error),
  });
  await write("help", botId);
  for (const wait of [5, 30, 120, 1000]) {
    await breaking.jobRunner.runDue();
    world.clock.advance(wait * second);
  }
  await breaking.jobRunner.runDue();
  expect(errors).toHaveLength(4);
  expect(await listJobs(world.services)()).toMatchObject({
    dead: [{ kind: "call_bot", error: "Error: a bug" }],
  });
});

test.each<[string, () => Promise<unknown>]>([
  ["the bot was deactivated", () => append({ type: "user_deactivated", userId: botId, firstMessageId: 9 })],
  [
    "the bot became another kind",
    () => append({ type: "bot_changed", userId: botId, change: { type: "generic" } }),
  ],
  ["the realm was deactivated", () => append({ type: "realm_changed", change: { isDeactivated: true } })],
])("the bot isn't called if meanwhile %s", async (_what, happens) => {
  await write("help", botId);
  await happens();
  await deliver();
  expect(world.calls).toEqual([]);
  expect(await world.persistence.jobQueue.nextDueAt(["call_bot"])).toBeUndefined();
});

test("the bot isn't called about a message deleted meanwhile, and gets the current text of an edited one", async () => {
  const [deleted, edited] = [await write("oh no", botId), await write("tpyo", botId)];
  await deleteMessage(world.services)(world.owner, deleted)();
  await updateMessage(world.services)(world.owner, {
    messageId: edited,
    content: "typo",
    topic: undefined,
    channelId: undefined,
    mode: "change_one",
    notifyOldThread: false,
    notifyNewThread: false,
  } as never)();
  await deliver();
  expect(world.calls.map(({ message }) => message.content)).toEqual(["typo"]);
});

test("a slow bot delays only its own calls, and two processes don't call a bot twice", async () => {
  await addBot(51);
  const order: string[] = [];
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const [one, two] = [0, 1].map(() =>
    newProcess({
      ...world.outside,
      botCaller: {
        call: async ({ bot, message }) => {
          order.push(`${bot.id} ${message.content}`);
          if (bot.id === botId) await slow;
          return says(undefined);
        },
      },
    }),
  );
  await write("a", botId);
  await write("b", botId);
  await write("c", 51);
  await write("d", 51);
  const working = Promise.all([one?.jobRunner.runDue(), two?.jobRunner.runDue()]);
  while (!order.includes("51 d")) await new Promise((next) => setTimeout(next, 5));
  expect(order).toEqual(["50 a", "51 c", "51 d"]);
  release();
  await working;
  expect(order).toEqual(["50 a", "51 c", "51 d", "50 b"]);
});
