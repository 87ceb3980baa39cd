import { fetchMessages } from "../../../../src/application/messages/fetch-messages";
import { sendMessage } from "../../../../src/application/messages/send-message";
import { memoryApplication, successOf } from "../../../support/application/memory-application";

const hello = {
  to: { kind: "channel", channel: "general", topic: "greetings" },
  content: "hello",
  readBySender: true,
  key: "key 1",
} as const;

const countOf = async ({ services, owner }: Awaited<ReturnType<typeof memoryApplication>>) => {
  const window = { anchor: "newest", includeAnchor: false, before: 100, after: 0, narrow: [] } as const;
  const { messages } = successOf(await fetchMessages(services)(owner, window)());
  return messages.filter(({ message }) => message.content === hello.content).length;
};

test("two concurrent sends with one key send one message, on any node", async () => {
  const world = await memoryApplication();
  const { services, owner } = world;
  const [first, second] = [sendMessage(services), sendMessage(services)];
  const sent = await Promise.all([first(owner, hello)(), second(owner, hello)()]);
  const [one, other] = sent.map(successOf);
  expect(other).toEqual(one);
  expect(await countOf(world)).toBe(1);
});

test("a failed send leaves its key free", async () => {
  const world = await memoryApplication();
  const { services, owner } = world;
  const refused = await sendMessage(services)(owner, { ...hello, content: "\n" })();
  expect(refused._tag).toBe("Left");
  successOf(await sendMessage(services)(owner, hello)());
  expect(await countOf(world)).toBe(1);
});

test("users who send with the same key at once don't get each other's message", async () => {
  const world = await memoryApplication();
  const { services, owner } = world;
  const ben = await world.newMember("Ben");
  const sent = await Promise.all([owner, ben].map((who) => sendMessage(services)(who, hello)()));
  const [one, other] = sent.map(successOf);
  expect(other?.id).not.toBe(one?.id);
  expect(await countOf(world)).toBe(2);
});
