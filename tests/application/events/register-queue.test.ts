import { deleteQueue } from "../../../src/application/events/delete-queue";
import { fetchPublicState } from "../../../src/application/events/fetch-public-state";
import { type QueueRequest, registerQueue } from "../../../src/application/events/register-queue";
import { eventIdAt, idOf } from "../../../src/domain/queues/event-queue";
import { fetchEvents } from "../../support/application/fetch-events";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { messagesOnly } from "../../support/application/messages-only-queue";
import { aUser, channelConversation } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const term = (operator: string, operand: string) => ({ operator, operand, negated: false });
const realm = async () => {
  const found = await memoryRealm({
    people: { ann: "member", ben: "member", gus: "guest" },
    channels: {
      lunch: { of: ["ann", "owner"] },
      secret: { of: ["ann", "owner"], privacy: "private" },
    },
  });
  const open = async (who: Person, more: Partial<QueueRequest> = {}) => {
    const { queue } = await who.does(registerQueue, { ...messagesOnly, ...more });
    const fetch = (lastEventId?: number) =>
      who.does(fetchEvents, { queueId: queue.id, lastEventId, dontBlock: true });
    return {
      id: queue.id,
      fetch,
      /** The messages after an event. */
      read: async (after?: number) =>
        (await fetch(after)).items.flatMap((item) =>
          "event" in item && item.event.type === "message_sent" ? [item.event.message.content] : [],
        ),
    };
  };
  return { ...found, open };
};

test.each([
  [undefined, 600],
  [0, 600],
  [90, 90],
  ["mobile", 43_200],
  [99_999_999, 604_800],
] as const)("a queue that asks to wait %p seconds for its client waits %p", async (idleTimeout, seconds) => {
  const { ann } = await realm();
  const { queue } = await ann.does(registerQueue, { ...messagesOnly, idleTimeout });
  expect(queue.idleTimeoutSeconds).toBe(seconds);
});

test("registering without fetching takes no snapshot, and begins at the newest change of any node", async () => {
  const { ann, world } = await realm();
  const { services, persistence, realmId } = world;
  const userSnapshots = { read: () => Promise.reject(new Error("A snapshot was taken")) };
  const head = await commitAll(persistence.eventStore, realmId, [
    { type: "user_created", user: aUser({ id: 90, email: "another.node@example.com" }) },
  ]);
  const without = (at: typeof services) => registerQueue({ ...at, userSnapshots });
  const { queue, state } = await ann.does(without, messagesOnly);
  expect([queue.startsAfter, state.users.get(90)?.email]).toEqual([head, "another.node@example.com"]);
  const fetching = { ...messagesOnly, fetch: { ...messagesOnly.fetch, messages: true } };
  await expect(ann.does(without, fetching)).rejects.toThrow("A snapshot was taken");
});

test("a queue repeats events until they are acknowledged", async () => {
  const { ann, owner, lunch, open } = await realm();
  const { fetch, read } = await open(ann);
  await owner.says(lunch, "t", "one");
  await owner.says(lunch, "t", "two");
  expect([await read(), await read()]).toEqual([
    ["one", "two"],
    ["one", "two"],
  ]);
  const [first] = (await fetch()).items;
  const seen = first && idOf(first);
  expect(await read(seen)).toEqual(["two"]);
  expect(await read(seen)).toEqual(["two"]);
});

test("a queue has nothing from before its registration, even if its client claims to have seen it", async () => {
  const { ann, owner, lunch, open } = await realm();
  await owner.says(lunch, "t", "before");
  const { read } = await open(ann);
  await owner.says(lunch, "t", "after");
  for (const claimed of [-1, 0, 1, eventIdAt(1)]) expect(await read(claimed)).toEqual(["after"]);
});

test("subscribers receive a channel's messages; other members receive public channels' if they ask for all; guests never do", async () => {
  const { ann, ben, gus, owner, lunch, secret, open } = await realm();
  const all = { allPublicChannels: true };
  const queues = [await open(ann), await open(ben), await open(ben, all), await open(gus, all)];
  await owner.says(lunch, "t", "public");
  await owner.says(secret, "t", "private");
  expect(await Promise.all(queues.map(({ read }) => read()))).toEqual([
    ["public", "private"],
    [],
    ["public"],
    [],
  ]);
});

test("a queue can be narrowed, but not by terms that cost every sender time", async () => {
  const { ann, owner, lunch, open } = await realm();
  const { read } = await open(ann, { narrow: [term("topic", "Soup")] });
  await owner.says(lunch, "soup", "yes");
  await owner.says(lunch, "bread", "no");
  expect(await read()).toEqual(["yes"]);
  for (const narrow of [
    [term("search", "x")],
    [{ ...term("search", "x"), negated: true }],
    [term("topic", "soup"), term("has", "link")],
    [term("channels", "public")],
    [term("dm", "ben@example.com")],
    [term("is", "followed")],
  ])
    expect(await ann.isRefused(registerQueue, { ...messagesOnly, narrow })).toBe(
      "Invalid narrow operator: no operator for an event queue",
    );
});

test("only a queue's user can read and end it", async () => {
  const { ann, ben, open } = await realm();
  const { id, read } = await open(ann);
  expect(await ben.isRefused(deleteQueue, id)).toBe("You are not authorized to access this queue");
  expect(await read()).toEqual([]);
  await ann.does(deleteQueue, id);
  const gone = `Bad event queue ID: ${id}`;
  expect(await ann.isRefused(deleteQueue, id)).toBe(gone);
  expect(
    await ann.isRefused(fetchEvents, {
      queueId: id,
      lastEventId: undefined,
      dontBlock: true,
    }),
  ).toBe(gone);
});

test("a registration reads only the requested state", async () => {
  const { ann, owner } = await realm();
  const id = await owner.writes([ann]);
  const { messageState: none } = await ann.does(registerQueue, messagesOnly);
  expect([none.newestMessageId, none.directs]).toEqual([undefined, []]);
  const fetch = { ...messagesOnly.fetch, messages: true, unread: true, directs: true };
  const { messageState, state } = await ann.does(registerQueue, { ...messagesOnly, fetch });
  expect(messageState).toMatchObject({ newestMessageId: id, directs: [{ newestMessageId: id }] });
  expect(messageState.unread.topics).toMatchObject([{ messageIds: [id] }]);
  expect(state.users.get(ann.id)?.fullName).toBe("Ann");
});

test("spectators get a state only where the realm lets them in", async () => {
  const { services, realmId, set } = await realm();
  const see = () => fetchPublicState(services)(realmId)();
  expect(await see()).toMatchObject({ _tag: "Left" });
  await set({ enableSpectatorAccess: true });
  expect(await see()).toMatchObject({ right: { messageState: { newestMessageId: undefined } } });
});

test("of moved messages, an answer reads the flags of those that its events name", async () => {
  const { ann, owner, lunch, open, append, services } = await realm();
  const chosenId = await owner.says(lunch, "t", "one");
  const { fetch } = await open(ann, { categories: null });
  const conversation = channelConversation(lunch);
  for (let move = 0; move < 25; move += 1)
    await append({
      type: "messages_moved",
      messageIds: [chosenId, ...Array.from({ length: 999 }, (_, index) => 1000 * (move + 1) + index)],
      chosenId,
      mode: "change_all",
      from: { conversation, topic: `${move}` },
      to: { conversation, topic: `${move + 1}` },
      edit: { userId: owner.id, editedAt: 1 },
      leftBehind: [],
      lostBy: [],
    });
  const flagsOfReaders = jest.spyOn(services.readStates, "flagsOfReaders");
  const { items } = await fetch();
  expect(items).toHaveLength(25);
  expect(flagsOfReaders).toHaveBeenCalledTimes(1);
  for (const [, asked] of flagsOfReaders.mock.calls) expect(asked.length).toBeLessThanOrEqual(25);
});
