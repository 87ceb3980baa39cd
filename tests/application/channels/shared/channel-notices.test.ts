import { archiveChannel } from "../../../../src/application/channels/archive-channel";
import { createChannel } from "../../../../src/application/channels/create-channel";
import { subscribe } from "../../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../../src/application/channels/unsubscribe";
import { updateChannel } from "../../../../src/application/channels/update-channel";
import { type ChannelDraft, defaultChannelDraft } from "../../../../src/domain/channels/channel-draft";
import type { RealmEvent } from "../../../../src/domain/events/event";
import { onlyUser } from "../../../../src/domain/groups/group-setting";
import { joining } from "../../../support/application/memory-application";
import { memoryRealm } from "../../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ben: "member", cleo: "member", robot: { botOf: "ben" } },
    channels: { lunch: {}, news: {} },
  });
  const { ben, eventsOf } = founded;
  return {
    ...founded,
    who: `@_**Ben|${ben.id}**`,
    create: (name: string, draft: Partial<ChannelDraft> = {}, more: object = {}) =>
      ben.does(createChannel, {
        name,
        description: "",
        subscriberIds: [ben.id],
        announce: false,
        ...more,
        draft: { ...defaultChannelDraft, ...draft },
      }),
    /** The messages of some work: where, and what. */
    sent: async (work: () => Promise<unknown>) =>
      (await eventsOf(work)).flatMap((event: RealmEvent) =>
        event.type === "message_sent" ? [event.message] : [],
      ),
  };
};
const quote = (text: string) => `\`\`\`\` quote\n${text}\n\`\`\`\``;

test.each<[string, Partial<ChannelDraft>]>([
  ["**Public**", {}],
  ["**Private, shared history**", { privacy: "private" }],
  ["**Private, protected history**", { privacy: "private", historyPublicToSubscribers: false }],
])("a new channel starts with a notice of its privacy: %s", async (kind, draft) => {
  const { who, create, sent } = await realm();
  const [notice] = await sent(() => create("new", draft, { description: "For *us*" }));
  expect(notice).toMatchObject({
    topic: "channel events",
    senderId: 2,
    content: `${kind} channel created by ${who}. **Description:**\n${quote("For *us*")}`,
  });
});

test("a notice counts as read for the user who caused it, if they receive it", async () => {
  const { ben, cleo, create, eventsOf } = await realm();
  const read = async (work: () => Promise<unknown>) =>
    (await eventsOf(work)).flatMap((event) =>
      event.type === "message_flags_changed" ? [[event.userId, event.op, event.flag]] : [],
    );
  expect(await read(() => create("mine", {}, { subscriberIds: [ben.id, cleo.id] }))).toEqual([
    [ben.id, "add", "read"],
  ]);
  expect(await read(() => create("theirs", {}, { subscriberIds: [cleo.id] }))).toEqual([]);
});

test("each change that matters to readers gets a notice", async () => {
  const { owner, ben, lunch, change, who, sent } = await realm();
  await change(lunch, { permissions: { canAdministerChannelGroup: onlyUser(ben.id) } });
  type Update = Parameters<ReturnType<typeof updateChannel>>[1];
  const update = (by: typeof ben, change: Partial<Update>) =>
    by.does(updateChannel, {
      channelId: lunch,
      name: undefined,
      description: undefined,
      isPrivate: undefined,
      isWebPublic: undefined,
      historyPublicToSubscribers: undefined,
      isDefault: undefined,
      isArchived: undefined,
      messageRetentionDays: undefined,
      topicsPolicy: undefined,
      folderId: undefined,
      defaultPushNotifications: undefined,
      permissions: {},
      ...change,
    });
  const notices = await sent(async () => {
    await update(ben, { name: "lunch two", description: "New *one*", topicsPolicy: "allow_empty_topic" });
    await update(owner, { messageRetentionDays: 7 });
    await update(owner, { messageRetentionDays: "forever" });
    await ben.does(archiveChannel, lunch);
    await update(ben, { isArchived: false });
    await update(ben, { isPrivate: true });
  });
  expect(notices.map(({ content }) => content)).toEqual([
    `${who} renamed channel **lunch** to **lunch two**.`,
    `${who} changed the description for this channel.\n\n* **Old description:**\n${quote("*No description.*")}\n* **New description:**\n${quote("New *one*")}`,
    "@_**Olive|1** has changed the message retention period for this channel:\n\n* **Old retention period**: Forever\n* **New retention period**: 7 days\n\nMessages in this channel will now be automatically deleted 7 days after they are sent.",
    "@_**Olive|1** has changed the message retention period for this channel:\n\n* **Old retention period**: 7 days\n* **New retention period**: Forever\n\nMessages in this channel will now be retained forever.",
    "Channel #**lunch two** has been archived.",
    "Channel #**lunch two** has been unarchived.",
    `${who} changed the access permissions for this channel from **Public** to **Private, protected history**.`,
  ]);
});

test("a realm setting turns notices off", async () => {
  const { create, set, sent } = await realm();
  await set({ sendChannelEventsMessages: false });
  expect(await sent(() => create("silent"))).toEqual([]);
});

test("in a channel without topics, notices go to general chat", async () => {
  const { create, sent } = await realm();
  expect(await sent(() => create("flat", { topicsPolicy: "empty_topic_only" }))).toMatchObject([
    { topic: "" },
  ]);
});

test("new channels are announced on request, where the realm announces them", async () => {
  const { ben, news, who, create, set, change, sent } = await realm();
  const announced = async (work: () => Promise<unknown>) =>
    (await sent(work)).filter(({ topic }) => topic === "new channels").map(({ content }) => content);
  const loud = { announce: true };
  expect(await announced(() => create("nowhere", {}, loud))).toEqual([]);
  await set({ newChannelAnnouncementsChannelId: news });
  const work = async () => {
    await create("quiet");
    await create("one", {}, loud);
    const channels = ["two", "three"].map((name) => ({ name, description: "" }));
    await ben.does(subscribe, joining("", { channels, ...loud }));
  };
  expect(await announced(work)).toEqual([
    `${who} created a new channel #**one**.`,
    `${who} created the following channels: #**two**, #**three**.`,
  ]);
  await change(news, { isArchived: true });
  expect(await announced(() => create("four", {}, loud))).toEqual([]);
});

describe("subscribing others", () => {
  const bring = async () => {
    const { ben, cleo, robot, sent, ...more } = await realm();
    await ben.does(subscribe, joining("other"));
    const invite = (names: readonly string[], notifySubscribers = true) =>
      ben.does(
        subscribe,
        joining("", {
          channels: names.map((name) => ({ name, description: "" })),
          principals: [cleo.id, robot.id, ben.id],
          notifySubscribers,
        }),
      );
    /** The direct messages that the work sends: recipients and content. */
    const direct = async (work: () => Promise<unknown>) =>
      (await sent(work)).flatMap(({ conversation, content }) =>
        conversation.kind === "direct" ? [[conversation.participants, content.trim()]] : [],
      );
    return { ...more, ben, cleo, invite, direct };
  };

  test("notifies people, but not bots, of subscriptions to existing channels only", async () => {
    const { cleo, who, invite, direct } = await bring();
    const to = [2, cleo.id];
    expect(await direct(() => invite(["lunch"]))).toEqual([[to, `${who} subscribed you to #**lunch**.`]]);
    expect(await direct(() => invite(["lunch", "other", "brand new"]))).toEqual([
      [to, `${who} subscribed you to #**other**.`],
    ]);
    await cleo.does(unsubscribe, { channelNames: ["lunch", "other"], principals: undefined });
    expect(await direct(() => invite(["other", "lunch"]))).toEqual([
      [to, `${who} subscribed you to the following channels:\n\n* #**lunch**\n* #**other**`],
    ]);
  });

  test("says whether they were notified", async () => {
    const { invite, direct } = await bring();
    expect((await invite(["lunch"])).notifiedSubscribers).toBe(true);
    expect(
      await direct(async () => expect((await invite(["other"], false)).notifiedSubscribers).toBe(false)),
    ).toEqual([]);
  });

  test("does not count toward the limit when only the caller subscribes", async () => {
    const { ben, invite } = await bring();
    for (const name of ["a", "b", "c", "d"])
      await ben.does(subscribe, joining(name, { notifySubscribers: true }));
    expect((await invite(["lunch"])).notifiedSubscribers).toBe(true);
  });

  test("above the limit, subscribes users without notifying them", async () => {
    const { cleo, invite, state } = await bring();
    for (const name of ["a", "b", "c"]) await invite([name]);
    expect((await invite(["lunch"])).notifiedSubscribers).toBe(false);
    expect((await state()).isSubscribed(cleo.id, 21)).toBe(true);
  });
});
