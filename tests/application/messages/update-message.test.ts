import { changeFlags } from "../../../src/application/messages/change-flags";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { fetchMessages } from "../../../src/application/messages/fetch-messages";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import type { RealmEvent } from "../../../src/domain/events/event";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { editLimits } from "../../../src/domain/messages/message-edit";
import { escapingRenderer } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent } from "../../support/builders/entities";

const administrators = systemGroupId("role:administrators");
const members = systemGroupId("role:members");
const everyone = systemGroupId("role:everyone");
const realm = async (renderer: MessageRenderer = escapingRenderer) => {
  const found = await memoryRealm(
    {
      people: { ben: "member", cleo: "member", dora: "member", mo: "moderator" },
      channels: {
        lunch: { of: ["ben", "cleo", "dora", "mo"] },
        dinner: { of: ["ben", "cleo", "mo"] },
        den: { privacy: "private", of: ["ben"] },
      },
    },
    { renderer },
  );
  const { ben } = found;
  return {
    ...found,
    /** What a topic of a channel holds, oldest first. */
    topic: async (operand: number, topic: string, who = ben) => {
      const narrow = [
        { operator: "channel", operand, negated: false },
        { operator: "topic", operand: topic, negated: false },
      ];
      const page = { anchor: "oldest", includeAnchor: true, before: 0, after: 99, narrow } as const;
      return (await who.does(fetchMessages, page)).messages.map(({ message }) => message);
    },
  };
};
const to = (messageId: number, more: Partial<Parameters<ReturnType<typeof updateMessage>>[1]>) => ({
  messageId,
  content: undefined,
  isExpected: undefined,
  topic: undefined,
  channelId: undefined,
  mode: "change_one" as const,
  notifyOldTopic: false,
  notifyNewTopic: false,
  ...more,
});
const idsOf = (messages: readonly { readonly id: number }[]) => messages.map(({ id }) => id);
const contentOf = (messages: readonly { readonly content: string }[]) => messages.at(-1)?.content;
const notPermitted = "You don't have permission to edit this message";

describe("editing", () => {
  test("changes the content, and keeps what was there", async () => {
    const { ben, lunch, clock, eventsOf } = await realm();
    const id = await ben.says(lunch, "food", "x");
    const events = await eventsOf(() => ben.does(updateMessage, to(id, { content: "a < b" })));
    const edit = {
      editedAt: clock.now() / 1000,
      userId: ben.id,
      content: { before: "x", renderedBefore: "<p>x</p>" },
    };
    expect(events).toMatchObject([
      { type: "message_edited", messageId: id, content: "a < b", renderedContent: "<p>a &lt; b</p>", edit },
    ]);
    expect((await ben.does(fetchMessage, id)).message).toMatchObject({ content: "a < b", edits: [edit] });
  });

  test("is up to the sender, for a limited time, in realms that allow it", async () => {
    const { ben, owner, cleo, lunch, clock, set } = await realm();
    await set({ messageContentEditLimitSeconds: 600 });
    const id = await ben.says(lunch);
    expect(await owner.isRefused(updateMessage, to(id, { content: "y" }))).toBe(notPermitted);
    const direct = await ben.writes([cleo]);
    expect(await cleo.isRefused(updateMessage, to(direct, { content: "y" }))).toBe(notPermitted);
    clock.advance(620_000);
    await ben.does(updateMessage, to(id, { content: "y" }));
    clock.advance(1000);
    expect(await ben.isRefused(updateMessage, to(id, { content: "z" }))).toBe(
      "The time limit for editing this message has passed",
    );
    await set({ allowMessageEditing: false });
    expect(await ben.isRefused(updateMessage, to(id, { content: "z" }))).toBe(
      "Your organization has turned off message editing",
    );
  });

  test("doesn't overwrite content that the client hasn't seen", async () => {
    const { ben, lunch } = await realm();
    const id = await ben.says(lunch, "food", "x");
    const expecting = (seen: string) =>
      to(id, { content: "y", isExpected: (content: string) => content === seen });
    expect(await ben.isRefused(updateMessage, expecting("z"))).toBe(
      "'prev_content_sha256' value does not match the expected value.",
    );
    expect((await ben.does(fetchMessage, id)).message.content).toBe("x");
    await ben.does(updateMessage, expecting("x"));
  });

  test("to empty content leaves a placeholder; null bytes are refused", async () => {
    const { ben, lunch } = await realm();
    const id = await ben.says(lunch);
    await ben.does(updateMessage, to(id, { content: " " }));
    expect((await ben.does(fetchMessage, id)).message.content).toBe("(deleted)");
    expect(await ben.isRefused(updateMessage, to(id, { content: "a\0" }))).toBe(
      "Message must not contain null bytes",
    );
  });

  test("needs something to change", async () => {
    const { ben, lunch, dinner, eventsOf } = await realm();
    const id = await ben.says(lunch, "food", "x");
    for (const [change, message] of [
      [{}, "Nothing to change"],
      [{ content: "y", mode: "change_all" }, "Invalid propagate_mode without topic edit"],
      [{ content: "y", channelId: dinner }, "Cannot change message content while changing channel"],
    ] as const)
      expect(await ben.isRefused(updateMessage, to(id, change))).toBe(message);
    const same = { content: "x", channelId: lunch };
    expect(await eventsOf(() => ben.does(updateMessage, to(id, same)))).toEqual([]);
  });

  test("a widget's content can't be edited; it moves with its submessages", async () => {
    const { ben, lunch } = await realm();
    const id = await ben.says(lunch, "food", "/poll Stay?");
    const { submessages } = (await ben.does(fetchMessage, id)).message;
    expect(await ben.isRefused(updateMessage, to(id, { content: "/poll Go?" }))).toBe(
      "Widgets cannot be edited.",
    );
    await ben.does(updateMessage, to(id, { topic: "elsewhere" }));
    expect((await ben.does(fetchMessage, id)).message).toMatchObject({ topic: "elsewhere", submessages });
    expect(submessages).toHaveLength(1);
  });

  test("marks the message for people that it newly mentions", async () => {
    const renderer: MessageRenderer = {
      version: 1,
      render: async (source, context) => {
        const rendered = await escapingRenderer.render(source, context);
        const userIds = [...source.matchAll(/@(\d+)/g)].map(([, id]) => Number(id));
        if (rendered._tag === "Left") return rendered;
        const mentions = { ...rendered.right.mentions, userIds };
        return { ...rendered, right: { ...rendered.right, mentions } };
      },
    };
    const { ben, cleo, owner, lunch, eventsOf } = await realm(renderer);
    const id = await ben.says(lunch);
    const content = `@${cleo.id} and @${owner.id}`;
    // The owner isn't subscribed, so the message never reached them.
    expect(await eventsOf(() => ben.does(updateMessage, to(id, { content })))).toMatchObject([
      { type: "message_edited", flagsByUser: { [cleo.id]: ["mentioned"] } },
    ]);
    expect((await cleo.does(fetchMessage, id)).flags).toEqual(["mentioned"]);
    await ben.does(updateMessage, to(id, { content: "nobody" }));
    expect((await cleo.does(fetchMessage, id)).flags).toEqual([]);
  });
});

describe("edits of a message are limited", () => {
  const refusal = "This message was edited too often to be edited again.";
  const edits = async (
    { ben }: Awaited<ReturnType<typeof realm>>,
    id: number,
    times: number,
    text: string,
  ) => {
    for (let time = 1; time <= times; time += 1) {
      const content = `${String(time).padStart(3, "0")}${text}`;
      const outcome = await ben.does(updateMessage, to(id, { content })).catch((error) => String(error));
      if (typeof outcome === "string") return time - 1;
    }
    return times;
  };

  test("by number for short edits, all of which stay", async () => {
    const found = await realm();
    const { ben } = found;
    const id = await ben.writes([ben], "x");
    expect(await edits(found, id, editLimits.contentEdits + 2, "")).toBe(editLimits.contentEdits);
    expect(await ben.isRefused(updateMessage, to(id, { content: "y" }))).toBe(refusal);
    const { message } = await ben.does(fetchMessage, id);
    expect(message.edits).toHaveLength(editLimits.contentEdits);
    expect(JSON.stringify(message.edits)).toContain('"before":"x"');
  });

  test("by length for long edits, after at least twenty", async () => {
    const found = await realm();
    const { ben } = found;
    const id = await ben.writes([ben], "x");
    const times = await edits(found, id, 30, "y".repeat(9997));
    expect(times).toBeGreaterThanOrEqual(20);
    expect(times).toBeLessThan(30);
    expect(await ben.isRefused(updateMessage, to(id, { content: "y" }))).toBe(refusal);
    const { message } = await ben.does(fetchMessage, id);
    expect(JSON.stringify(message.edits).length).toBeLessThan(editLimits.storedLength * 1.2);
  });

  test("moves are unlimited, and the history keeps the newest", async () => {
    const found = await realm();
    const { ben, owner, lunch, channel, append } = found;
    const id = await ben.says(lunch, "a");
    await edits(found, id, editLimits.contentEdits, "");
    const { conversationId } = await channel(lunch);
    const conversation = { kind: "channel", id: conversationId, channelId: lunch } as const;
    const move: RealmEvent = {
      type: "messages_moved",
      messageIds: [id],
      chosenId: id,
      mode: "change_one",
      from: { conversation, topic: "a" },
      to: { conversation, topic: "b" },
      edit: { editedAt: 1, userId: owner.id, topic: { before: "a", after: "b" } },
      leftBehind: [],
      lostBy: [],
    };
    await append(...Array<RealmEvent>(300).fill(move));
    expect(await ben.isRefused(updateMessage, to(id, { content: "y" }))).toBe(refusal);
    await ben.does(updateMessage, to(id, { topic: "c" }));
    const { message } = await ben.does(fetchMessage, id);
    expect([message.topic, message.edits.length]).toEqual(["c", editLimits.entries]);
    expect(message.edits.at(-1)).toMatchObject({ topic: { before: "b", after: "c" } });
  });
});

describe("moving to another topic", () => {
  test.each([
    ["change_one", [0, 2], [1]],
    ["change_later", [0], [1, 2]],
    ["change_all", [], [0, 1, 2]],
  ] as const)("with %s leaves %j and moves %j", async (mode, left, moved) => {
    const { ben, cleo, lunch, topic, eventsOf } = await realm();
    const ids = [await ben.says(lunch, "a"), await cleo.says(lunch, "a"), await ben.says(lunch, "a")];
    const chosen = ids[1] ?? 0;
    const pick = (indexes: readonly number[]) => indexes.map((index) => ids[index]);
    const events = await eventsOf(() => ben.does(updateMessage, to(chosen, { topic: "b", mode })));
    expect(events[0]).toMatchObject({
      type: "messages_moved",
      messageIds: pick(moved),
      chosenId: chosen,
      mode,
      edit: { userId: ben.id, topic: { before: "a", after: "b" } },
    });
    expect(idsOf(await topic(lunch, "a"))).toEqual(pick(left));
    expect(idsOf(await topic(lunch, "b"))).toEqual(pick(moved));
  });

  test("posts notices to both topics if requested", async () => {
    const { ben, lunch, topic } = await realm();
    const ids = [await ben.says(lunch, "a"), await ben.says(lunch, "a"), await ben.says(lunch, "a")];
    const who = `@_**Ben|${ben.id}**`;
    await ben.does(
      updateMessage,
      to(ids[0] ?? 0, { topic: "b", notifyOldTopic: true, notifyNewTopic: true }),
    );
    expect(contentOf(await topic(lunch, "b"))).toBe(`A message was moved here from #**lunch>a** by ${who}.`);
    expect(contentOf(await topic(lunch, "a"))).toBe(
      `A message was moved from this topic to #**lunch>b** by ${who}.`,
    );
    await ben.does(updateMessage, to(ids[1] ?? 0, { topic: "c", mode: "change_all", notifyNewTopic: true }));
    expect(contentOf(await topic(lunch, "c"))).toBe(`This topic was moved here from #**lunch>a** by ${who}.`);
  });

  test("resolving a topic requires its own permission, and posts its own notice", async () => {
    const { ben, lunch, topic, allow } = await realm();
    const id = await ben.says(lunch, "a");
    await allow("canMoveMessagesBetweenTopicsGroup", administrators);
    expect(await ben.isRefused(updateMessage, to(id, { topic: "b" }))).toBe(notPermitted);
    await ben.does(updateMessage, to(id, { topic: "✔ a", mode: "change_all" }));
    expect(contentOf(await topic(lunch, "✔ a"))).toBe(
      `@_**Ben|${ben.id}** has marked this topic as resolved.`,
    );
    await allow("canResolveTopicsGroup", administrators);
    expect(await ben.isRefused(updateMessage, to(id, { topic: "a" }))).toBe(
      "You don't have permission to resolve topics.",
    );
    await allow("canResolveTopicsGroup", everyone);
    await ben.does(updateMessage, to(id, { topic: "a", mode: "change_all" }));
    expect(contentOf(await topic(lunch, "a"))).toMatch(/unresolved\.$/);
  });

  test("to resolve a topic posts a read notice for users who chose that", async () => {
    const { owner, ben, cleo, dora, mo, lunch, topic, append } = await realm();
    const id = await ben.says(lunch, "a");
    for (const [who, policy, isFollowing] of [
      [cleo, "always", true],
      [dora, "except_followed", false],
      [mo, "except_followed", true],
      [ben, "never", false],
    ] as const) {
      const change = { resolvedTopicNoticeAutoReadPolicy: policy };
      await append({ type: "user_settings_changed", userId: who.id, change, isOwnChoice: true });
      const followed = {
        channelId: lunch,
        topic: "a",
        policy: isFollowing ? "followed" : "inherit",
      } as const;
      await append({ type: "topic_policy_set", userId: who.id, setAt: 1, ...followed });
    }
    await owner.does(updateMessage, to(id, { topic: "✔ a", mode: "change_all" }));
    const notice = (await topic(lunch, "✔ a")).at(-1)?.id ?? 0;
    const flags = await Promise.all(
      [cleo, dora, mo, ben].map(async (who) => (await who.does(fetchMessage, notice)).flags),
    );
    expect(flags).toEqual([["read"], ["read"], [], []]);
  });

  test("has a time limit, except for moderators", async () => {
    const { ben, mo, lunch, channel, clock, append, set } = await realm();
    await set({ moveMessagesWithinChannelLimitSeconds: 3600 });
    const { conversationId } = await channel(lunch);
    const conversation = { kind: "channel", id: conversationId, channelId: lunch } as const;
    const sent = (id: number, secondsAgo: number) =>
      append(
        aMessageSent({
          id,
          topic: "a",
          conversation,
          senderId: ben.id,
          sentAt: clock.now() / 1000 - secondsAgo,
        }),
      );
    await sent(601, 4000);
    await sent(602, 100);
    expect(await ben.isRefused(updateMessage, to(601, { topic: "b" }))).toBe(
      "The time limit for editing this message's topic has passed.",
    );
    expect(await ben.isRefused(updateMessage, to(602, { topic: "b", mode: "change_all" }))).toBe(
      "You only have permission to move the 1/2 most recent messages in this topic.",
    );
    await mo.does(updateMessage, to(601, { topic: "b", mode: "change_all" }));
  });

  test("is for messages of channels, and for topics that can be typed", async () => {
    const { ben, cleo, lunch } = await realm();
    const direct = await ben.writes([cleo]);
    const id = await ben.says(lunch, "a");
    for (const [change, message] of [
      [to(direct, { topic: "x" }), "Direct messages cannot have topics."],
      [to(direct, { channelId: lunch }), "Direct messages cannot be moved to channels."],
      [to(id, { topic: "a\u0007" }), /Invalid character in topic/],
      [to(id, { channelId: 999 }), "Invalid channel ID"],
      [to(999, { topic: "x" }), "Invalid message(s)"],
    ] as const)
      expect(await ben.isRefused(updateMessage, change)).toMatch(message);
  });

  test("to the same topic does nothing", async () => {
    const { ben, lunch, eventsOf } = await realm();
    const id = await ben.says(lunch, "a");
    const same = to(id, { topic: "a", channelId: lunch });
    expect(await eventsOf(() => ben.does(updateMessage, same))).toEqual([]);
  });

  test("shares one event with an edit, and moves the topic's other messages too", async () => {
    const { ben, lunch, topic, eventsOf } = await realm();
    const ids = [
      await ben.says(lunch, "a", "x"),
      await ben.says(lunch, "a", "x"),
      await ben.says(lunch, "a"),
    ];
    const [first = 0, second = 0] = ids;
    const change = to(second, { content: "y", topic: "b", mode: "change_all" });
    const events = await eventsOf(() => ben.does(updateMessage, change));
    expect(events.filter(({ type }) => type !== "topic_policies_carried")).toMatchObject([
      {
        type: "messages_moved",
        messageIds: ids,
        edited: { messageId: second, content: "y", edit: { content: { before: "x" } } },
      },
    ]);
    expect((await topic(lunch, "b")).map(({ content }) => content)).toEqual(["x", "y", "hello"]);
    const edits = async (id: number) => (await ben.does(fetchMessage, id)).message.edits;
    expect((await edits(first))[0]).not.toHaveProperty("content");
    expect(await edits(second)).toMatchObject([{ topic: { before: "a" }, content: { before: "x" } }]);
  });

  test("with an edit changes nothing if one half is refused", async () => {
    const { ben, cleo, lunch, eventsOf } = await realm();
    const id = await ben.says(lunch, "a", "x");
    const events = await eventsOf(async () =>
      expect(await cleo.isRefused(updateMessage, to(id, { content: "y", topic: "b" }))).toBe(notPermitted),
    );
    expect(events).toEqual([]);
  });
});

describe("moving to another channel", () => {
  test("requires permission to move messages out, and to send there", async () => {
    const { ben, lunch, dinner, allow, change } = await realm();
    const id = await ben.says(lunch);
    await allow("canMoveMessagesBetweenChannelsGroup", administrators);
    expect(await ben.isRefused(updateMessage, to(id, { channelId: dinner }))).toBe(
      "You don't have permission to move this message",
    );
    await allow("canMoveMessagesBetweenChannelsGroup", members);
    await change(dinner, { permissions: { canSendMessageGroup: administrators } });
    expect(await ben.isRefused(updateMessage, to(id, { channelId: dinner }))).toBe(
      "Not authorized to send to channel 'dinner'",
    );
  });

  test("to another topic there also requires permission to move messages between topics, in one of the channels", async () => {
    const { ben, lunch, dinner, allow, change } = await realm();
    await allow("canMoveMessagesBetweenTopicsGroup", administrators);
    await allow("canResolveTopicsGroup", administrators);
    const within = (channelId: number, group: number) =>
      change(channelId, {
        permissions: { canMoveMessagesWithinChannelGroup: group, canResolveTopicsGroup: group },
      });
    for (const channelId of [lunch, dinner]) await within(channelId, administrators);
    const id = await ben.says(lunch, "a");
    expect(await ben.isRefused(updateMessage, to(id, { channelId: dinner, topic: "b" }))).toBe(notPermitted);
    expect(await ben.isRefused(updateMessage, to(id, { channelId: dinner, topic: "✔ a" }))).toBe(
      "You don't have permission to resolve topics.",
    );
    await ben.does(updateMessage, to(id, { channelId: dinner }));
    await within(lunch, members);
    await ben.does(updateMessage, to(id, { channelId: lunch, topic: "b" }));
    await ben.does(updateMessage, to(id, { channelId: dinner, topic: "✔ b" }));
  });

  test("to another topic there also has the time limit of other topics", async () => {
    const { ben, lunch, dinner, clock, set } = await realm();
    await set({ moveMessagesWithinChannelLimitSeconds: 3600, moveMessagesBetweenChannelsLimitSeconds: null });
    const id = await ben.says(lunch, "a");
    clock.advance(4_000_000);
    for (const more of [{ topic: "b" }, { topic: "b", channelId: dinner }])
      expect(await ben.isRefused(updateMessage, to(id, more))).toMatch(/^The time limit for editing this/);
    await ben.does(updateMessage, to(id, { channelId: dinner }));
  });

  test("keeps the read state of those who have the messages; for others they are historical", async () => {
    const { ben, cleo, dora, owner, lunch, dinner } = await realm();
    const [read, unread] = [await ben.says(lunch, "a"), await ben.says(lunch, "a")];
    await cleo.does(changeFlags, { messageIds: [read], op: "add", flag: "read" });
    await ben.does(updateMessage, to(read, { channelId: dinner, mode: "change_all" }));
    const flags = async (who: typeof ben) =>
      Promise.all([read, unread].map(async (id) => (await who.does(fetchMessage, id)).flags));
    expect(await flags(cleo)).toEqual([["read"], []]);
    for (const who of [dora, owner]) for (const one of await flags(who)) expect(one).toContain("read");
  });

  test("removes messages from users who can't read the new channel", async () => {
    const { ben, cleo, dora, mo, lunch, den, eventsOf } = await realm();
    const id = await ben.says(lunch, "a");
    await cleo.does(changeFlags, { messageIds: [id], op: "add", flag: "starred" });
    const events = await eventsOf(() => ben.does(updateMessage, to(id, { channelId: den })));
    const moved = events.find(({ type }) => type === "messages_moved");
    expect(moved).toMatchObject({
      leftBehind: [cleo.id, dora.id, mo.id],
      lostBy: [cleo.id],
      edit: { channel: { before: lunch, after: den } },
    });
    expect(await cleo.isRefused(fetchMessage, id)).toBe("Invalid message(s)");
    expect((await ben.does(fetchMessage, id)).message.id).toBe(id);
  });
});
