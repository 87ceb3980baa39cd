import { inThreadRenderer } from "../../src/adapters/markdown/in-thread-renderer";
import { sendMessage } from "../../src/application/messages/send-message";
import { updateMessage } from "../../src/application/messages/update-message";
import { listScheduledMessages } from "../../src/application/scheduled-messages/list-scheduled-messages";
import { scheduleMessage } from "../../src/application/scheduled-messages/schedule-message";
import { updateScheduledMessage } from "../../src/application/scheduled-messages/update-scheduled-message";
import { newSubscription } from "../../src/domain/channels/subscription";
import type { RealmEvent } from "../../src/domain/events/event";
import { newProcess, successOf } from "../support/application/memory-application";
import { memoryRealm } from "../support/application/memory-realm";
import { aChannel, aGroup, aLinkifier, aRealmEmoji, aUser } from "../support/builders/entities";
import { systemGroup } from "../support/builders/groups";
import { messageUpdate } from "../support/builders/message-update";
import { rendererSetup } from "../support/markdown/renderer";

const dan = aUser({ id: 99, fullName: "Dan", email: "dan@example.com" });
const crew = (memberId: number) =>
  aGroup({
    id: 97,
    name: "crew",
    members: [memberId],
    permissions: { ...aGroup().permissions, canMentionGroup: systemGroup.members },
  });
const fresh = aChannel({ id: 98, name: "fresh" });
const plainText = "hello";

/** A second node that no bus notifies. It has seen the realm before anything happens at the first. */
const twoNodes = async () => {
  const renderer = inThreadRenderer(rendererSetup());
  const realm = await memoryRealm(
    {
      people: { ben: "member", cleo: { fullName: "Cleo" } },
      channels: { lunch: { of: ["ben", "cleo"] } },
    },
    { renderer },
  );
  const render = jest.fn(renderer.render);
  const behind = newProcess({ ...realm.world.outside, renderer: { version: renderer.version, render } });
  await behind.directory.stateOf(realm.realmId);
  const { ben, cleo, lunch } = realm;
  const danJoins: readonly RealmEvent[] = [
    { type: "user_created", user: dan },
    {
      type: "subscribed",
      subscriptions: [newSubscription(dan.id, await realm.channel(lunch), "#76ce90")],
      firstMessageId: 1,
    },
  ];
  const changes: Readonly<Record<string, readonly [content: string, html: string, ...RealmEvent[]]>> = {
    "a new person": ["@**Dan**", `data-user-id="${dan.id}"`, ...danJoins],
    "a person's new name": [
      "@**Clementine**",
      `data-user-id="${cleo.id}"`,
      { type: "user_changed", userId: cleo.id, change: { fullName: "Clementine" } },
    ],
    "a new group": ["@*crew*", `data-user-group-id="97"`, { type: "group_created", group: crew(cleo.id) }],
    "a new channel": ["#**fresh**", `data-stream-id="98"`, { type: "channel_created", channel: fresh }],
    "the channel of a linked topic": [
      "#**fresh>a**",
      "#narrow/channel/98-fresh/topic/a",
      { type: "channel_created", channel: fresh },
    ],
    "a new linkifier": [
      "see #12",
      `href="https://bugs.example.com/12"`,
      {
        type: "linkifiers_set",
        linkifiers: [
          aLinkifier({ pattern: "#(?P<id>[0-9]+)", urlTemplate: "https://bugs.example.com/{id}" }),
        ],
      },
    ],
    "a new emoji": [
      ":party:",
      `title="party"`,
      { type: "emoji_added", emoji: aRealmEmoji({ id: 96, name: "party" }) },
    ],
    "the language of code": [
      "```\nx = 1\n```",
      `data-code-language="Python"`,
      { type: "realm_changed", change: { settings: { defaultCodeBlockLanguage: "Python" } } },
    ],
    "the sender's setting": [
      ":)",
      "slight_smile",
      {
        type: "user_settings_changed",
        userId: ben.id,
        change: { translateEmoticons: true },
        isOwnChoice: true,
      },
    ],
  };
  const send = async (content: string) => {
    const to = { kind: "channel", channel: lunch, topic: "menu" } as const;
    return successOf(await sendMessage(behind)(ben, { to, content, readBySender: true })());
  };
  const stored = async (id: number) => {
    const [message] = await behind.messages.byIds(realm.realmId, [id]);
    return message?.renderedContent;
  };
  /** What the newest message's event says. */
  const sent = async (): Promise<Extract<RealmEvent, { type: "message_sent" }> | undefined> =>
    (await realm.eventsSince(0)).filter((event) => event.type === "message_sent").at(-1);
  const scheduled = async () => successOf(await listScheduledMessages(behind)(ben)())[0];
  const deliverAt = Math.floor(realm.clock.now() / 1000) + 1000;
  const schedule = async (content: string) =>
    successOf(
      await scheduleMessage(behind)(ben, {
        kind: "channel",
        to: lunch,
        topic: "menu",
        content,
        deliverAt,
        readBySender: true,
      })(),
    );
  return { ...realm, behind, render, danJoins, changes, send, sent, stored, scheduled, schedule };
};

type Nodes = Awaited<ReturnType<typeof twoNodes>>;

/** Each writes a text on the second node, and returns the HTML that is stored. What comes before `happen` isn't news. */
const ways: Readonly<
  Record<string, (nodes: Nodes, content: string, happen: () => Promise<void>) => Promise<string | undefined>>
> = {
  "a message": async ({ send, stored }, content, happen) => {
    await happen();
    return stored((await send(content)).id);
  },
  "an edit": async ({ behind, ben, send, stored }, content, happen) => {
    const { id } = await send(plainText);
    await happen();
    successOf(await updateMessage(behind)(ben, messageUpdate(id, { content }))());
    return stored(id);
  },
  "a scheduled message": async ({ schedule, scheduled }, content, happen) => {
    await happen();
    await schedule(content);
    return (await scheduled())?.renderedContent;
  },
  "a change of a scheduled message": async ({ behind, ben, schedule, scheduled }, content, happen) => {
    const id = await schedule(plainText);
    await happen();
    successOf(await updateScheduledMessage(behind)(ben, id, { content })());
    return (await scheduled())?.renderedContent;
  },
};

const changeNames = [
  "a new person",
  "a person's new name",
  "a new group",
  "a new channel",
  "the channel of a linked topic",
  "a new linkifier",
  "a new emoji",
  "the language of code",
  "the sender's setting",
];

describe.each(Object.entries(ways))("%s on a node that is behind follows", (_, write) => {
  test.each(changeNames)("%s", async (name) => {
    const nodes = await twoNodes();
    const [content, html, ...events] = nodes.changes[name] ?? ["", ""];
    expect(await write(nodes, content, () => nodes.append(...events))).toContain(html);
  });
});

test("a message sent where a new person isn't known yet mentions them, and their groups", async () => {
  const { append, danJoins, ben, cleo, send, sent } = await twoNodes();
  await append(...danJoins);
  await send("@**Dan**");
  expect((await sent())?.flagsByUser).toEqual({ [dan.id]: ["mentioned"] });
  await append({ type: "group_created", group: crew(cleo.id) });
  await send("@*crew*");
  expect((await sent())?.flagsByUser).toEqual({ [cleo.id]: ["mentioned"] });
  await append({ type: "alert_words_set", userId: cleo.id, words: ["soup"] });
  await send("Soup?");
  expect((await sent())?.flagsByUser).toEqual({ [cleo.id]: ["has_alert_word"] });
  expect(ben.id).not.toBe(cleo.id);
});

test("sending follows a topic by the setting that its sender has just chosen on another node", async () => {
  const { append, ben, send, eventsSince } = await twoNodes();
  const choose = (automaticallyFollowTopicsPolicy: "never" | "send") =>
    append({
      type: "user_settings_changed",
      userId: ben.id,
      change: { automaticallyFollowTopicsPolicy },
      isOwnChoice: true,
    });
  const policies = async () => (await eventsSince(0)).filter(({ type }) => type === "topic_policy_set");
  await choose("never");
  expect(await send(plainText)).not.toHaveProperty("raisedPolicy");
  expect(await policies()).toEqual([]);
  await choose("send");
  expect(await send(plainText)).toMatchObject({ raisedPolicy: "followed" });
  expect(await policies()).toMatchObject([{ policy: "followed" }]);
});

test("what a change of the realm doesn't touch is rendered once", async () => {
  const { append, danJoins, send, render } = await twoNodes();
  await append(...danJoins, { type: "realm_changed", change: { name: "Elsewhere" } });
  await send("hello @**Cleo** in #**lunch** :)");
  expect(render).toHaveBeenCalledTimes(1);
});
