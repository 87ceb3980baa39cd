import { createKeeper } from "../../web/src/offline/keep-messages";
import type { InShelf, Owner, Reading } from "../../web/src/offline/stored-list";
import { type FetchMessages, history } from "../../web/src/store/history";
import { createMessageStore } from "../../web/src/store/messages";
import type { Narrow } from "../../web/src/store/narrow";
import type { ServerEvent } from "../../web/src/wire/event";
import type { Message } from "../../web/src/wire/wire";
import { memoryShelf } from "../support/browser/memory-shelf";

const channelId = 3;
const topic = (name: string): Narrow => [
  { operator: "channel", operand: channelId },
  { operator: "topic", operand: name },
];
const message = (id: number, subject: string, content = "x"): Message =>
  ({ id, subject, content, type: "stream", stream_id: channelId, flags: ["read"], reactions: [] }) as never;
const arrival = (id: number, subject: string): ServerEvent => ({
  type: "message",
  id,
  message: message(id, subject),
  flags: ["read"],
});

/** A topic named by a number has 100 messages, which begin at a hundred times that number. */
const hundreds: FetchMessages = async ([, term]) => ({
  messages: Array.from({ length: 100 }, (_, index) =>
    message(Number(term?.operand) * 100 + index, String(term?.operand)),
  ),
  anchor: 0,
  found_oldest: true,
  found_newest: true,
});

/** A client, and what it writes. */
const begun = (more: Partial<Reading> = {}, fetchMessages = hundreds) => {
  const { inShelf: inMemory } = memoryShelf();
  const written: number[] = [];
  const inShelf: InShelf = (mode, work) =>
    inMemory(mode, (shelf) =>
      work({
        ...shelf,
        putMessages: (all) => {
          written.push(all.length);
          shelf.putMessages(all);
        },
      }),
    );
  const messageStore = createMessageStore();
  const messages = history(messageStore, { ownId: 1, isSubscribed: () => true }, fetchMessages);
  let clock = 0;
  let queue = "q1";
  const channels = { peek: () => ({ subscribed: new Map([[channelId, {}]]) }) };
  const keeper = createKeeper({
    store: { ownId: 1, messageStore, history: messages, channels } as never,
    inShelf,
    fetchMessages,
    queueId: () => queue,
    leads: () => true,
    unstored: {
      isMissingEvents: () => false,
      claimMissedEvents: () => undefined,
      noteStored: () => undefined,
    },
    newKey: () => `${queue} ${clock}`,
    now: () => {
      clock += 1;
      return clock;
    },
    pause: async () => undefined,
    ...more,
  });
  return {
    written,
    keeper,
    inShelf: inMemory,
    open: async (name: string) =>
      messages.open(messages.list(topic(name)), { anchor: "newest", before: 100, after: 0 }),
    come: (event: ServerEvent) => {
      messages.apply(event);
      keeper.take([event]);
    },
    register: () => {
      queue = "q2";
      messages.distrust();
    },
    topics: () =>
      inMemory("readonly", async (shelf) =>
        (await shelf.lists()).map(({ narrow }) => String(narrow[1]?.operand)).sort(),
      ),
    count: () => inMemory("readonly", async (shelf) => (await shelf.messageIds()).length),
  };
};

test("messages that were on screen are stored in small pieces, and then only new ones", async () => {
  const { written, keeper, open, come } = begun();
  await open("1");
  await open("2");
  await keeper.keep();
  expect(Math.max(...written)).toBeLessThanOrEqual(100);
  expect(written.reduce((sum, one) => sum + one, 0)).toBe(200);
  written.length = 0;
  come(arrival(900, "2"));
  await keeper.keep();
  expect(written.filter((one) => one > 0)).toEqual([1]);
  written.length = 0;
  await keeper.keep();
  expect(written).toEqual([]);
});

test("no more than 20,000 messages are stored; conversations that weren't on screen for the longest go first", async () => {
  const { keeper, open, topics, count } = begun();
  for (let name = 1; name <= 220; name += 1) {
    await open(String(name));
    if (name % 30 === 0) await keeper.keep();
  }
  await keeper.keep();
  const stored = await topics();
  expect(stored).toHaveLength(200);
  expect(stored).toContain("220");
  expect(stored).not.toContain("10");
  await expect(count()).resolves.toBe(20_000);
});

test("no more than 40 MB are stored, and no conversation takes more than a small part of them", async () => {
  const long = "x".repeat(50_000);
  const { keeper, open, topics, count } = begun({}, async (narrow, window) => {
    const page = await hundreds(narrow, window);
    return { ...page, messages: page.messages.map((one) => ({ ...one, content: long })) };
  });
  for (let name = 1; name <= 30; name += 1) await open(String(name));
  await keeper.keep();
  await expect(topics()).resolves.toHaveLength(20);
  await expect(count()).resolves.toBe(20 * 19);
});

test("after a new registration nothing stays that the server hasn't confirmed", async () => {
  const asked: Narrow[] = [];
  const { keeper, open, register, topics, count } = begun({
    fetchMessages: async (narrow, window) => {
      asked.push(narrow);
      const page = await hundreds(narrow, window);
      return { ...page, messages: page.messages.slice(-10) };
    },
  });
  await open("1");
  await open("2");
  await keeper.keep();
  register();
  await keeper.keep();
  // The last one on screen comes first.
  expect(asked).toEqual([topic("2")]);
  await expect(topics()).resolves.toEqual(["2"]);
  await keeper.keep();
  await expect(topics()).resolves.toEqual(["1", "2"]);
  await expect(count()).resolves.toBe(20);
  await keeper.keep();
  expect(asked).toHaveLength(2);
});

test("a stored conversation is fetched again when the user joins or leaves a group, which may let them read more or less", async () => {
  const asked: Narrow[] = [];
  const { keeper, open, come, count } = begun({
    fetchMessages: async (narrow, window) => {
      asked.push(narrow);
      const page = await hundreds(narrow, window);
      return { ...page, messages: page.messages.slice(-10) };
    },
  });
  await open("1");
  await keeper.keep();
  for (const [op, times] of [
    ["add_members", 1],
    ["remove_members", 2],
  ] as const) {
    come({ type: "user_group", op, group_id: 9, user_ids: [1] });
    await keeper.keep();
    expect(asked).toEqual(Array.from({ length: times }, () => topic("1")));
    await expect(count()).resolves.toBe(10);
  }
});

test("nothing of another person stays, and nothing is stored after logging out", async () => {
  const { keeper, inShelf, open, topics } = begun();
  const owner: Owner = { userId: 2, queueId: "q1", epoch: "", channelIds: [] };
  await inShelf("readwrite", async (shelf) => {
    shelf.setOwner(owner);
    shelf.putMessages([message(1, "theirs")]);
    shelf.putList("theirs", {
      narrow: topic("theirs"),
      ids: [1],
      sizes: [1],
      hasOldest: true,
      hasNewest: true,
      usedAt: 0,
    });
  });
  await open("1");
  await keeper.keep();
  await expect(topics()).resolves.toEqual(["1"]);
  const left = begun({ queueId: () => "" });
  await left.open("1");
  await left.keeper.keep();
  await expect(left.topics()).resolves.toEqual([]);
});

test("events that wait for a database that doesn't answer don't pile up: everything is fetched again", async () => {
  let last = 0;
  const { keeper, open, written, count } = begun({
    newKey: () => {
      last += 1;
      return String(last);
    },
  });
  await open("1");
  await keeper.keep();
  written.length = 0;
  for (let id = 1; id <= 20_001; id += 1) keeper.take([arrival(id * 1000, "elsewhere")]);
  await keeper.keep();
  expect(last).toBe(2);
  expect(written.reduce((sum, one) => sum + one, 0)).toBe(100);
  await expect(count()).resolves.toBe(100);
});

test("a browser without storage space is asked three times", async () => {
  let asked = 0;
  const { keeper, open } = begun({
    inShelf: () => {
      asked += 1;
      return Promise.reject(new Error("There is no room"));
    },
  });
  await open("1");
  for (let time = 0; time < 10; time += 1) await keeper.keep();
  expect(asked).toBe(3);
});

test("if another window left messages unstored, everything is fetched again", async () => {
  let isMissing = false;
  const { keeper, open, topics, count } = begun({
    unstored: {
      isMissingEvents: () => isMissing,
      claimMissedEvents: () => {
        isMissing = false;
      },
      noteStored: () => undefined,
    },
    newKey: (() => {
      let last = 0;
      return () => {
        last += 1;
        return String(last);
      };
    })(),
  });
  await open("1");
  await keeper.keep();
  isMissing = true;
  await keeper.keep();
  expect(isMissing).toBe(false);
  await expect(topics()).resolves.toEqual(["1"]);
  await expect(count()).resolves.toBe(100);
});

test("a list that arrives after the user has logged out isn't stored, so no new database is created", async () => {
  let opened = 0;
  let queue = "q1";
  let answer = (): void => undefined;
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const { inShelf } = memoryShelf();
  const counting: InShelf = (mode, work) => {
    opened += 1;
    return inShelf(mode, work);
  };
  const late: FetchMessages = async (narrow, window) => {
    if (queue !== "q1")
      await new Promise<void>((resolve) => {
        answer = resolve;
        ask();
      });
    return hundreds(narrow, window);
  };
  const { keeper, open, register } = begun(
    { inShelf: counting, queueId: () => queue, fetchMessages: late },
    late,
  );
  await open("1");
  await keeper.keep();
  queue = "q2";
  register();
  const keeping = keeper.keep();
  await asked;
  const before = opened;
  queue = "";
  answer();
  await keeping;
  expect(opened).toBe(before);
});
