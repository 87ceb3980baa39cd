import { encodeMessage, type MessageOptions } from "../../../src/adapters/zulip-wire/encode/message";
import { realmInfo } from "../../../src/adapters/zulip-wire/server-info";
import { fetchMessages } from "../../../src/application/messages/fetch-messages";
import { matchNarrow } from "../../../src/application/messages/match-narrow";
import type { MessagePageRequest } from "../../../src/application/messages/shared/message-page";
import type { Message } from "../../../src/domain/messages/message";
import { memoryRealm } from "../../support/application/memory-realm";
import {
  aMessageSent,
  aUser,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";

const sideLimit = 8_000_000;
const crowd = Array.from({ length: 199 }, (_, index) => 1001 + index);

/** Messages in a channel of Ben's, the first of them with this id. */
const firstId = 5001;

const realm = async (count: number, more: Partial<Message> = {}) => {
  const found = await memoryRealm({ people: { ben: "member" }, channels: { lunch: { of: ["ben"] } } });
  const { append, ben, lunch, state } = found;
  const people = crowd.map((id) => aUser({ id, fullName: `Firstname Lastname ${id}` }));
  await append(...people.map((user) => ({ type: "user_created", user }) as const));
  const ids = Array.from({ length: count }, (_, index) => firstId + index);
  await append(
    ...ids.map((id) =>
      aMessageSent(
        { id, conversation: channelConversation(lunch), ...more },
        { beginsConversation: id === firstId && more.conversation !== undefined },
      ),
    ),
  );
  const page = (request: Partial<MessagePageRequest>) =>
    ben.does(fetchMessages, {
      anchor: "newest",
      includeAnchor: true,
      before: 0,
      after: 0,
      narrow: [],
      ...request,
    });
  type Page = Awaited<ReturnType<typeof page>>;
  const now = await state();
  const options: MessageOptions = {
    reader: {
      user: now.users.get(ben.id),
      realm: realmInfo(now.realm, {
        url: "https://chat.example.com",
        webhookTokenOf: () => "",
      }),
      clientGravatar: true,
    },
    topicLinks: { linksIn: () => [] },
    applyMarkdown: true,
    allowEmptyTopic: true,
  };
  const bytesOf = ({ messages, highlighted }: Page): number =>
    messages.reduce((sum, { message }) => {
      const encoded = { ...encodeMessage(message, now, options), match: highlighted?.get(message.id) };
      return sum + JSON.stringify(encoded).length;
    }, 0);
  /** Goes through all messages page by page, backwards. Returns their ids and the bytes of the longest page. */
  const pageThrough = async (narrow: MessagePageRequest["narrow"] = []) => {
    const seen: number[] = [];
    let longest = 0;
    let pages = 0;
    for (let isOver = false; !isOver; pages += 1) {
      const anchor = seen[0] ?? "newest";
      const one = await page({ anchor, includeAnchor: false, before: count, narrow });
      expect(one.messages.length).toBeGreaterThan(0);
      seen.unshift(...one.messages.map(({ message }) => message.id));
      longest = Math.max(longest, bytesOf(one));
      isOver = one.foundOldest;
    }
    return { seen, longest, pages };
  };
  return { ...found, ids, page, bytesOf, pageThrough };
};

const amongMany = { conversation: directConversation(500, 11, ...crowd), topic: "" };
const reacted = {
  reactions: Array.from({ length: 9_900 }, (_, index) => ({
    userId: crowd[index % crowd.length] ?? 0,
    emoji: { kind: "unicode", code: "1f44d", name: `thumbs_up${index}` } as const,
  })),
};
const renamed = {
  edits: Array.from({ length: 200 }, (_, index) => ({
    editedAt: 1_700_000_000 + index,
    userId: 11,
    topic: { before: `an old name ${index}`, after: `a new name ${index}` },
  })),
};
const voted = {
  submessages: Array.from({ length: 5_000 }, (_, index) => ({
    id: index,
    senderId: 11,
    kind: "widget",
    content: "1",
  })),
};

test.each<[string, number, Partial<Message>]>([
  ["direct messages among 200 people", 800, amongMany],
  ["messages with 9,900 reactions", 9, reacted],
  ["messages that were moved 200 times", 600, renamed],
  ["polls with 5,000 votes", 40, voted],
])("a page of %s ends at the limit, and the next pages have the rest", async (_, count, more) => {
  const { ids, pageThrough, page, bytesOf } = await realm(count, more);
  const { seen, longest, pages } = await pageThrough();
  expect(seen).toEqual(ids);
  expect(pages).toBeGreaterThan(1);
  expect(longest).toBeLessThanOrEqual(sideLimit + bytesOf(await page({ messageIds: [firstId] })));
});

test.each<[string, number, Partial<Message>]>([
  ["direct messages among 200 people", 800, amongMany],
  ["messages with 9,900 reactions", 9, reacted],
])("%s are refused by id if they are too long together", async (_, count, more) => {
  const { ben, ids, page, bytesOf } = await realm(count, more);
  const named = (messageIds: readonly number[]) => ({
    anchor: 0,
    includeAnchor: true,
    before: 0,
    after: 0,
    narrow: [],
    messageIds,
  });
  expect(await ben.isRefused(fetchMessages, named(ids))).toMatch(/too long/);
  const half = await page({ messageIds: ids.slice(0, count / 2) });
  expect(half.messages).toHaveLength(Math.floor(count / 2));
  expect(bytesOf(half)).toBeLessThan(2 * sideLimit);
});

test("marks of a search count too, in pages and by id", async () => {
  const search = [{ operator: "search", operand: "x", negated: false }];
  const content = "x ".repeat(4_900);
  const { ben, ids, pageThrough } = await realm(150, { content, renderedContent: `<p>${content}</p>` });
  const { seen, longest, pages } = await pageThrough(search);
  expect(seen).toEqual(ids);
  expect(pages).toBeGreaterThan(1);
  expect(longest).toBeLessThan(sideLimit * 1.1);
  expect(await ben.isRefused(matchNarrow, ids, search)).toMatch(/too long/);
  expect((await ben.does(matchNarrow, ids.slice(0, 50), search)).size).toBe(50);
});
