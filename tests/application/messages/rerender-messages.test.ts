import * as E from "fp-ts/Either";
import { Pace } from "../../../src/application/admission/pace";
import { rerenderMessages } from "../../../src/application/messages/rerender-messages";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { neverRendered } from "../../../src/domain/messages/message";
import { unableToRender } from "../../../src/domain/messages/refusals";
import { audienceOf } from "../../../src/domain/queues/event-audience";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
} from "../../support/application/memory-application";
import { aChannel, aMessageSent, aUser, directConversation } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const newer: MessageRenderer = {
  version: 2,
  render: async (source) =>
    source === "bad"
      ? E.left(unableToRender)
      : E.right({
          html: `<p>anew: ${source}</p>`,
          mentions: { userIds: [1], groupIds: [], channelWildcard: true, topicWildcard: false },
          alertWords: [],
          uploadPaths: [],
        }),
};

const storedMessages = async () => {
  const { realmId, persistence } = world;
  return persistence.messages.byIds(realmId, [1, 2, 3, 4, 5]);
};

test("output of an older renderer is rendered again, once, without an edit or new mentions", async () => {
  const { realmId, persistence } = world;
  const head = (await storedMessages()).at(-1)?.id ?? 0;
  await commitAll(persistence.eventStore, realmId, [
    aMessageSent({ id: head + 1, content: "one" }, { flagsByUser: { "1": ["mentioned"] } }),
    aMessageSent({ id: head + 2, content: "bad", renderedContent: "<p>as it was</p>" }),
    aMessageSent({ id: head + 3, content: "now", rendererVersion: 2 }),
  ]);
  const services = newProcess({ ...world.outside, renderer: newer });
  await rerenderMessages(services)();
  const messages = await persistence.messages.byIds(realmId, [head + 1, head + 2, head + 3]);
  expect(messages).toMatchObject([
    { renderedContent: "<p>anew: one</p>", rendererVersion: 2, edits: [] },
    { renderedContent: "<p>as it was</p>", rendererVersion: 2, edits: [] },
    { renderedContent: "<p>hello</p>", rendererVersion: 2 },
  ]);
  expect(await persistence.readStates.flagsOf(realmId, 1, [head + 1])).toEqual(
    new Map([[head + 1, ["mentioned"]]]),
  );
  expect(await persistence.messages.renderedBefore(realmId, 2, 9, 1)).toEqual([]);
  const position = (await services.directory.newest(realmId)).position;
  await rerenderMessages(services)();
  expect((await services.directory.newest(realmId)).position).toBe(position);
});

test("a message that was edited meanwhile keeps what the edit rendered", async () => {
  const { realmId, persistence } = world;
  await commitAll(persistence.eventStore, realmId, [aMessageSent({ id: 100, content: "old" })]);
  const services = newProcess({ ...world.outside, renderer: newer });
  const renderer: MessageRenderer = {
    ...newer,
    render: async (source, ...more) => {
      const [message] = await persistence.messages.byIds(realmId, [100]);
      if (source === "old" && message !== undefined)
        await commitAll(persistence.eventStore, realmId, [
          {
            type: "message_rendered",
            messageId: 100,
            rendererVersion: 2,
            conversation: message.conversation,
            topic: message.topic,
            content: "edited",
            renderedContent: "<p>edited</p>",
            renderedAt: message.sentAt,
          },
        ]);
      return newer.render(source, ...more);
    },
  };
  await rerenderMessages({ ...services, renderer })();
  expect(await persistence.messages.byIds(realmId, [100])).toMatchObject([
    { renderedContent: "<p>edited</p>" },
  ]);
});

test("rests between batches, because nobody waits for them", async () => {
  const { realmId, persistence } = world;
  const sent = Array.from({ length: 250 }, (_, place) => aMessageSent({ id: 100 + place }));
  await commitAll(persistence.eventStore, realmId, sent);
  const rests = jest.spyOn(Pace.prototype, "rest").mockResolvedValue(undefined);
  await rerenderMessages(newProcess({ ...world.outside, renderer: newer }))();
  expect(rests).toHaveBeenCalledTimes(2);
  rests.mockRestore();
});

test("only clients that hold a message without HTML are notified: others see the new HTML when they next fetch it", async () => {
  const { realmId, persistence } = world;
  await rerenderMessages(newProcess({ ...world.outside, renderer: newer }))();
  await commitAll(persistence.eventStore, realmId, [
    aMessageSent({ id: 100, content: "old", rendererVersion: 1 }),
    aMessageSent({ id: 101, content: "raw", rendererVersion: neverRendered }),
  ]);
  const services = newProcess({ ...world.outside, renderer: newer });
  const { position } = await services.directory.newest(realmId);
  await rerenderMessages(services)();
  const logged = await persistence.eventLog.after(realmId, position, 9);
  const events = E.isRight(logged) ? logged.right.map(({ event }) => event) : [];
  expect(events.map((event) => [event.type, audienceOf(event)])).toEqual([
    ["message_rendered", expect.objectContaining({ to: "readers" })],
    ["message_rendered", { to: "users", userIds: [] }],
  ]);
});

test("all batches are processed unless the server stops", async () => {
  const { realmId, persistence } = world;
  await commitAll(
    persistence.eventStore,
    realmId,
    Array.from({ length: 250 }, (_, place) => aMessageSent({ id: 100 + place })),
  );
  const services = newProcess({ ...world.outside, renderer: newer });
  const stopped = new AbortController();
  stopped.abort();
  await rerenderMessages(services)(stopped.signal);
  expect(await persistence.messages.renderedBefore(realmId, 2, 999, 9_000_000)).toHaveLength(250);
  await rerenderMessages(services)();
  expect(await persistence.messages.renderedBefore(realmId, 2, 999, 9_000_000)).toEqual([]);
});

test("a batch ends after a megabyte, so that few long messages are in memory and in one commit", async () => {
  const { realmId, persistence } = world;
  const renderedContent = "x".repeat(400_000);
  const ids = [101, 102, 103, 104, 105, 106, 107];
  await commitAll(
    persistence.eventStore,
    realmId,
    ids.map((id) => aMessageSent({ id, renderedContent })),
  );
  const batches: number[] = [];
  const services = newProcess({ ...world.outside, renderer: newer });
  const { messages } = services;
  await rerenderMessages({
    ...services,
    messages: {
      ...messages,
      renderedBefore: async (...asked) => {
        const found = await messages.renderedBefore(...asked);
        batches.push(found.filter(({ id }) => ids.includes(id)).length);
        return found;
      },
    },
  })();
  expect(batches.slice(0, 3)).toEqual([3, 3, 1]);
  expect(await persistence.messages.renderedBefore(realmId, 2, 9, 1)).toEqual([]);
});

describe("a notice that is rendered again", () => {
  /** Shows what the text may name. */
  const naming: MessageRenderer = {
    ...newer,
    render: async (_source, { users, channels, groups, topics }) => {
      const names = [users.map(({ fullName }) => fullName), channels, groups, topics];
      return E.right({ html: JSON.stringify(names), mentions: none, alertWords: [], uploadPaths: [] });
    },
  };
  const none = { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false };
  const secret = { id: 40, name: "secret", privacy: "private" } as const;
  const text =
    "@_**Ann|61** wrote: @**Bea** @**Bea|62** #**secret** #**secret>plans** @*Role:Members* #**general**";
  const mention = (id: number, name: string) =>
    `<span class="user-mention silent" data-user-id="${id}">${name}</span>`;

  const namesIn = async (
    renderedContent: string,
    more: { readonly rendererVersion?: number; readonly isDirect?: boolean } = {},
  ): Promise<readonly unknown[]> => {
    const { realmId, persistence, services } = world;
    const { users, channels, position } = await services.directory.newest(realmId);
    const senderId = [...users.values()].find(({ isSystemBot }) => isSystemBot)?.id ?? 0;
    const general = [...channels.values()].find(({ name }) => name === "general");
    if (general === undefined) throw new Error("There is no channel");
    const id = ((await storedMessages()).at(-1)?.id ?? 0) + position;
    const conversation = more.isDirect
      ? directConversation(900, senderId, 62)
      : ({ kind: "channel", id: general.conversationId, channelId: general.id } as const);
    const { rendererVersion = 1 } = more;
    await commitAll(persistence.eventStore, realmId, [
      { type: "channel_created", channel: aChannel(secret) },
      { type: "user_created", user: aUser({ id: 61, fullName: "Ann", email: "ann@example.com" }) },
      { type: "user_created", user: aUser({ id: 62, fullName: "Bea", email: "bea@example.com" }) },
      aMessageSent(
        { id, senderId, conversation, content: text, renderedContent, rendererVersion },
        { beginsConversation: more.isDirect ?? false },
      ),
    ]);
    await rerenderMessages(newProcess({ ...world.outside, renderer: naming }))();
    const [message] = await persistence.messages.byIds(realmId, [id]);
    return JSON.parse(message?.renderedContent ?? "[]");
  };

  test("in a channel names no people or channels that the user who caused it couldn't name", async () => {
    expect(await namesIn(`<p>${mention(61, "Ann")} wrote: …</p>`)).toEqual([["Ann"], [], [], []]);
  });

  test("a direct notice mentions only people whom the user who caused it could mention", async () => {
    expect(await namesIn(`<p>${mention(61, "Ann")} wrote: …</p>`, { isDirect: true })).toEqual([
      ["Ann"],
      [],
      [],
      [],
    ]);
  });

  test("a notice still names everything that it named before", async () => {
    const link = '<a class="stream" data-stream-id="40" href="/#narrow/channel/40-secret">#secret</a>';
    expect(await namesIn(`<p>${mention(61, "Ann")} ${mention(62, "Bea")} ${link}</p>`)).toEqual([
      ["Ann", "Bea"],
      [{ id: 40, name: "secret" }],
      [],
      [],
    ]);
  });

  test("a notice that was never rendered names only users that the server gave by id", async () => {
    expect(await namesIn("<p>as written</p>", { rendererVersion: 0 })).toEqual([["Ann"], [], [], []]);
  });
});
