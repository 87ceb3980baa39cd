import * as E from "fp-ts/Either";
import type { Caller } from "../../../src/application/caller";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { sendMessage } from "../../../src/application/messages/send-message";
import type { InTransaction } from "../../../src/application/transaction";
import type { RealmEvent } from "../../../src/domain/events/event";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";
import { idsOf, starredOf, unreadOf } from "../../support/storage/user-snapshots";

let world: MemoryApplication;
let ben: Caller;
let ids: number[];

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
  ids = [];
  for (const topic of ["a", "b", "a", "b"]) ids.push(await say(topic));
});

const say = async (topic: string): Promise<number> =>
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "channel", channel: "general", topic },
      content: "hello",
      readBySender: false,
    })(),
  ).id;
const flag = (op: "add" | "remove", messageIds: readonly number[], name = "read") =>
  changeFlags(world.services)(ben, { messageIds, op, flag: name })();
const unread = async () => idsOf(await unreadOf(world.persistence, world.realmId, ben.userId, 99));
const heads = () => world.persistence.messages.headsOf(world.realmId, ids);
const ranges = async () =>
  (await world.persistence.readStates.statesOf(world.realmId, ben.userId, await heads()))[0]?.read;

test("reading consecutive messages in any order produces one range", async () => {
  await flag("add", [ids[2], ids[0]] as number[]);
  expect(await unread()).toEqual([ids[1], ids[3]]);
  await flag("add", [ids[1]] as number[]);
  await flag("add", [ids[3]] as number[]);
  expect(await unread()).toEqual([]);
  expect(await ranges()).toHaveLength(1);
});

test("a deleted message that comes back is as unread as before, though the next one was read", async () => {
  const [first, second, third] = await heads();
  if (first === undefined || second === undefined || third === undefined) throw new Error("Nothing was sent");
  const { conversation, topic } = second;
  await flag("add", [first.id]);
  const commit = (event: RealmEvent) => commitAll(world.persistence.eventStore, world.realmId, [event]);
  await commit({ type: "messages_deleted", conversation, topic, messageIds: [second.id], deletedAt: 5000 });
  await flag("add", [third.id]);
  await commit({ type: "messages_restored", messageIds: [second.id] });
  expect(await unread()).toEqual([ids[1], ids[3]]);
});

/** What Ben has read of general, counted from its first message. */
const readFromFirst = async () => {
  const [first, ...others] = await heads();
  if (first === undefined) throw new Error("Nothing was sent");
  const length = (others.at(-1)?.id ?? 0) - first.id + 1;
  const all = Array.from({ length }, (_, index) => ({ ...first, id: first.id + index }));
  const [state] = await world.persistence.readStates.statesOf(world.realmId, ben.userId, all);
  return state?.read.map(([start, end]) => [start - first.id, end - first.id]);
};

test("reading messages in any order produces one range, though messages of other conversations lie between", async () => {
  for (const topic of ["a", "b", "c"]) {
    const to = { kind: "direct", recipients: [world.owner.userId] } as const;
    successOf(await sendMessage(world.services)(world.owner, { to, content: "hi", readBySender: false })());
    ids.push(await say(topic));
  }
  const read = (...indexes: readonly number[]) =>
    flag(
      "add",
      indexes.map((index) => ids[index] ?? 0),
    );
  for (const index of [0, 3, 1]) await read(index);
  await read(6, 4);
  expect(await readFromFirst()).toEqual([
    [0, 2],
    [3, 6],
    [8, 10],
  ]);
  await read(5);
  expect(await readFromFirst()).toEqual([
    [0, 2],
    [3, 10],
  ]);
  await read(2);
  expect(await readFromFirst()).toEqual([[0, 10]]);
});

test("marking read messages as read changes nothing and appends no event", async () => {
  await flag("add", ids);
  const before = await world.persistence.eventLog.head(world.realmId);
  expect(successOf(await flag("add", ids)).messageIds).toEqual(ids);
  expect(await world.persistence.eventLog.head(world.realmId)).toBe(before);
});

test("messages of a channel the user left can't become unread", async () => {
  await flag("add", ids);
  await unsubscribe(world.services)(ben, { channelNames: ["general"], principals: undefined })();
  const later = await say("c");
  const outcome = successOf(await flag("remove", [...ids, later]));
  expect(outcome).toEqual({ messageIds: [], ignoredChannelIds: [1] });
  expect(await unread()).toEqual([]);
});

test("one unreadable message makes the whole request fail", async () => {
  const secret = successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "direct", recipients: [world.owner.userId] },
      content: "mine",
      readBySender: false,
    })(),
  ).id;
  expect(refusalOf(await flag("add", [...ids, secret]))).toBe("Invalid message(s)");
  expect(await unread()).toEqual(ids);
});

test("a message can become unread again", async () => {
  await flag("add", ids);
  await flag("remove", [ids[1]] as number[]);
  expect(await unread()).toEqual([ids[1]]);
});

test("only known flags that users set can change", async () => {
  expect(refusalOf(await flag("add", ids, "shiny"))).toBe("Invalid flag: 'shiny'");
  expect(refusalOf(await flag("add", ids, "mentioned"))).toBe("Flag not editable: 'mentioned'");
  expect(refusalOf(await flag("add", [9_999_999]))).toBe("Invalid message(s)");
});

test("stars belong to one user", async () => {
  await flag("add", [ids[1]] as number[], "starred");
  const starred = (userId: number) => starredOf(world.persistence, world.realmId, userId);
  expect(await starred(ben.userId)).toEqual([ids[1]]);
  expect(await starred(world.owner.userId)).toEqual([]);
});

describe("flags of more messages than one commit changes", () => {
  const total = 2500;
  /** Messages in a channel of Ben's, and one that only the owner may read. */
  const manyMessages = async () => {
    const found = await memoryRealm({
      people: { ben: "member" },
      channels: { open: { of: ["ben"] }, closed: { privacy: "private", of: ["owner"] } },
    });
    const { ben, open, closed, channel, append, eventsSince, services, state } = found;
    const all = Array.from({ length: total }, (_, index) => index + 1);
    const sentTo = async (channelId: number, id: number) => {
      const { conversationId } = await channel(channelId);
      return aMessageSent({
        id,
        conversation: { kind: "channel", id: conversationId, channelId },
        topic: "t",
      });
    };
    await append(...(await Promise.all(all.map((id) => sentTo(open, id)))), await sentTo(closed, total + 1));

    /** Changes flags, and something after the first commit; returns the answer with what each commit changed. */
    const change = async (
      op: "add" | "remove",
      flag: string,
      messageIds: readonly number[],
      between?: () => Promise<unknown>,
    ) => {
      const { position } = await state();
      let commits = 0;
      const inTransaction: InTransaction = async (by, work) => {
        const outcome = await services.inTransaction(by, work);
        commits += 1;
        if (commits === 1) await between?.();
        return outcome;
      };
      const answer = await changeFlags({ ...services, inTransaction })(ben, { messageIds, op, flag })();
      const changed = (await eventsSince(position)).flatMap((event) =>
        event.type === "message_flags_changed" ? [event.messageIds] : [],
      );
      return { answer, changed, sizes: changed.map(({ length }) => length), commits };
    };
    return { ...found, all, change };
  };

  test.each(["read", "starred"])("change in slices of a thousand: %s", async (name) => {
    const { all, change } = await manyMessages();
    for (const op of ["add", "remove"] as const) {
      const { answer, changed, sizes, commits } = await change(op, name, [...all.toReversed(), 1, 2]);
      expect(successOf(answer)).toEqual({ messageIds: all, ignoredChannelIds: [] });
      expect(sizes).toEqual([1000, 1000, 500]);
      expect(changed.flat()).toEqual(all);
      expect(commits).toBe(3);
      expect((await change(op, name, all)).sizes).toEqual([]);
    }
  });

  test("reading them leaves one range", async () => {
    const { ben, all, change, world, realmId } = await manyMessages();
    await change("add", "read", all);
    const { messages, readStates } = world.persistence;
    const [readState] = await readStates.statesOf(realmId, ben.userId, await messages.headsOf(realmId, all));
    expect(readState?.read).toHaveLength(1);
  });

  test("name each channel once whose messages can't become unread", async () => {
    const { ben, open, all, change } = await manyMessages();
    await change("add", "read", all);
    await ben.does(unsubscribe, { channelNames: ["open"], principals: undefined });
    const { answer } = await change("remove", "read", all);
    expect(successOf(answer)).toEqual({ messageIds: [], ignoredChannelIds: [open] });
  });

  test.each(["read", "starred"])("stay as they are if one message can't be read: %s", async (name) => {
    const { all, change } = await manyMessages();
    const { answer, changed } = await change("add", name, [...all, total + 1]);
    expect(refusalOf(answer)).toBe("Invalid message(s)");
    expect(changed).toEqual([]);
  });

  test("stop changing once a message is gone, and each finished slice stays", async () => {
    const { all, change, append, channel, open } = await manyMessages();
    const conversation = {
      kind: "channel",
      id: (await channel(open)).conversationId,
      channelId: open,
    } as const;
    const { answer, sizes } = await change("add", "starred", all, () =>
      append({ type: "messages_deleted", conversation, topic: "t", messageIds: [1500], deletedAt: 5000 }),
    );
    expect(E.isLeft(answer)).toBe(true);
    expect(sizes).toEqual([1000]);
  });
});
