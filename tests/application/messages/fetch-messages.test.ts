import { subscribe } from "../../../src/application/channels/subscribe";
import { fetchMessages } from "../../../src/application/messages/fetch-messages";
import type { MessagePageRequest } from "../../../src/application/messages/shared/message-page";
import { joining } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

const beyond = 10_000_000_000_000_000;

/** Cleo subscribed to the archive after its ten messages. */
const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { archive: { of: ["owner"] }, secret: { privacy: "private", of: ["owner"] } },
  });
  const ids: number[] = [];
  for (let index = 0; index < 10; index += 1)
    ids.push(await found.owner.says(found.archive, `t${index % 2}`, `m${index}`));
  await found.cleo.does(subscribe, joining("archive"));
  const inArchive = { operator: "channel", operand: "archive", negated: false };
  const page = async (more: Partial<MessagePageRequest>, who = found.cleo) => {
    const narrow = [inArchive];
    const found = await who.does(fetchMessages, {
      anchor: "newest",
      includeAnchor: true,
      before: 0,
      after: 0,
      narrow,
      ...more,
    });
    return { ...found, ids: found.messages.map(({ message }) => message.id) };
  };
  return { ...found, ids, inArchive, page };
};

test("an anchor has messages on both sides, and the answer says where they end", async () => {
  const { ids, page } = await realm();
  const anchor = ids[5] ?? 0;
  expect(await page({ anchor, before: 2, after: 2 })).toMatchObject({
    ids: ids.slice(3, 8),
    anchor,
    foundAnchor: true,
    foundOldest: false,
    foundNewest: false,
  });
  expect(await page({ anchor, before: 5, after: 4 })).toMatchObject({
    ids,
    foundOldest: true,
    foundNewest: true,
  });
});

test("the anchor can be excluded", async () => {
  const { ids, page } = await realm();
  const around = { anchor: ids[5] ?? 0, before: 1, after: 1, includeAnchor: false };
  expect(await page(around)).toMatchObject({ ids: [ids[4], ids[6]], foundAnchor: false });
});

test("an anchor can be a word or a time", async () => {
  const { ids, page, clock } = await realm();
  expect(await page({ anchor: "oldest", after: 2 })).toMatchObject({
    ids: ids.slice(0, 2),
    anchor: 0,
    foundOldest: true,
  });
  expect((await page({ before: 2 })).ids).toEqual(ids.slice(8));
  expect((await page({ anchor: { time: clock.now() / 1000 } })).anchor).toBe(ids[0]);
  expect((await page({ anchor: { time: clock.now() / 1000 + 1 } })).anchor).toBe(beyond);
});

test("any id greater than all messages means the newest", async () => {
  const { ids, page } = await realm();
  for (const anchor of [beyond, Number.POSITIVE_INFINITY])
    expect(await page({ anchor, before: 2 })).toMatchObject({
      ids: ids.slice(8),
      anchor: beyond,
      foundNewest: true,
    });
});

test("messages from before the subscription are historical and read, and never the first unread one", async () => {
  const { page } = await realm();
  const { messages, anchor } = await page({ anchor: "first_unread", before: 1 });
  expect(messages.map(({ flags }) => flags)).toEqual([["read", "historical"]]);
  expect(anchor).toBe(beyond);
});

test("the first unread message is an anchor", async () => {
  const { owner, archive, page } = await realm();
  const id = await owner.says(archive);
  await owner.says(archive);
  expect(await page({ anchor: "first_unread" })).toMatchObject({ ids: [id], anchor: id });
});

test("topic and sender narrows ignore case, negated or not", async () => {
  const { owner, ids, inArchive, page } = await realm();
  const found = async (operator: string, operand: string | number, negated = false) =>
    (await page({ before: 20, narrow: [inArchive, { operator, operand, negated }] })).ids;
  const odd = ids.filter((_, index) => index % 2 === 1);
  const even = ids.filter((_, index) => index % 2 === 0);
  expect(await found("topic", "T1")).toEqual(odd);
  expect(await found("topic", "t1", true)).toEqual(even);
  expect(await found("sender", owner.id)).toEqual(ids);
});

test("any participant finds a direct conversation", async () => {
  const { owner, ben, cleo, page } = await realm();
  const three = await owner.writes([cleo, ben]);
  await owner.writes([cleo]);
  for (const [who, others] of [
    [owner, [cleo.id, ben.id]],
    [ben, [cleo.id, owner.id]],
  ] as const) {
    const narrow = [{ operator: "dm", operand: others, negated: false }];
    expect((await page({ narrow, before: 9 }, who)).ids).toEqual([three]);
  }
});

test("without a narrow, returns the messages that the caller received", async () => {
  const { owner, cleo, ids, page } = await realm();
  const direct = await owner.writes([cleo]);
  const found = await page({ narrow: [], anchor: "oldest", after: 500 });
  expect(found.ids).toContain(direct);
  expect(found.ids).not.toContain(ids[0]);
});

test("named messages come if they are readable and in the narrow", async () => {
  const { owner, cleo, secret, ids, inArchive, page } = await realm();
  const [hidden, direct] = [await owner.says(secret), await owner.writes([cleo])];
  const messageIds = [ids[3] ?? 0, hidden, direct, 9999, ids[1] ?? 0];
  expect((await page({ messageIds, narrow: [] })).ids).toEqual([ids[1], ids[3], direct]);
  const narrow = [inArchive];
  expect(await page({ messageIds, narrow })).toMatchObject({
    ids: [ids[1], ids[3]],
    anchor: 0,
    foundAnchor: false,
    foundOldest: true,
    foundNewest: true,
  });
});

test("an unknown operator or channel is refused, and so is one that the caller may not see", async () => {
  const { cleo } = await realm();
  for (const [operator, operand, why] of [
    ["shape", "round", "unknown operator shape"],
    ["channel", "nowhere", "unknown channel"],
    ["channel", "secret", "unknown channel"],
  ] as const)
    expect(
      await cleo.isRefused(fetchMessages, {
        anchor: "newest",
        includeAnchor: true,
        before: 0,
        after: 0,
        narrow: [{ operator, operand, negated: false }],
      }),
    ).toBe(`Invalid narrow operator: ${why}`);
});
