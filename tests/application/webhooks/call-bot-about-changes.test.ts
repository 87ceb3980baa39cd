import * as E from "fp-ts/Either";
import { updateMembers } from "../../../src/application/groups/update-members";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { newBot } from "../../../src/domain/bots/bot";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { escapingRenderer } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { messageUpdate } from "../../support/builders/message-update";

/** Messages that change between the send, which mentions a bot, and the call of its server. */
const botId = 11;
const groupId = 31;

/** Renders `@bot`, `@_bot` and `@group` as mentions. */
const renderer: MessageRenderer = {
  ...escapingRenderer,
  render: async (source) => {
    const html = source
      .replace("@bot", `<span class="user-mention" data-user-id="${botId}">@Bot</span>`)
      .replace("@_bot", `<span class="user-mention silent" data-user-id="${botId}">Bot</span>`)
      .replace("@group", `<span class="user-group-mention" data-user-group-id="${groupId}">@G</span>`);
    const mentions = {
      userIds: source.includes("@bot") ? [botId] : [],
      groupIds: source.includes("@group") ? [groupId] : [],
      channelWildcard: false,
      topicWildcard: false,
    };
    return E.right({ html: `<p>${html}</p>`, mentions, alertWords: [], uploadPaths: [] });
  },
};

const service = { name: "helper", url: "https://bot.example/hook", interface: "native" } as const;

const setUp = async () => {
  const realm = await memoryRealm(
    {
      people: { bot: { bot: { ...newBot("outgoing_webhook", 1), service } } },
      channels: {
        lunch: { of: ["owner", "bot"] },
        open: { of: ["owner"] },
        secret: { of: ["owner"], privacy: "private" },
      },
      groups: { team: ["bot"] },
    },
    { renderer },
  );
  const { owner, world, lunch } = realm;
  expect([realm.bot.id, realm.team]).toEqual([botId, groupId]);
  const permissions = { canMentionGroup: systemGroupId("role:everyone") };
  await realm.append({ type: "group_changed", groupId, change: { permissions }, isDeactivated: false });
  const change = (messageId: number, more: { content?: string; channelId?: number; topic?: string }) =>
    owner.does(updateMessage, messageUpdate(messageId, more));
  return {
    ...realm,
    change,
    write: (content: string) => owner.says(lunch, "topic", content),
    /** The contents that the bot's server receives. */
    called: async () => {
      await world.services.jobRunner.runDue(["call_bot"]);
      return world.calls.map(({ message }) => message.content);
    },
  };
};

type Realm = Awaited<ReturnType<typeof setUp>>;

describe("a bot isn't called about a message that", () => {
  test.each<[string, string, (realm: Realm, messageId: number) => Promise<unknown>]>([
    ["no longer mentions it", "@bot look", ({ change }, id) => change(id, { content: "salaries" })],
    ["mentions it silently now", "@bot look", ({ change }, id) => change(id, { content: "@_bot salaries" })],
    ["no longer mentions its group", "@group look", ({ change }, id) => change(id, { content: "salaries" })],
    [
      "mentions a group that it left",
      "@group look",
      ({ owner, team }) =>
        owner.does(updateMembers, {
          groupId: team,
          add: [],
          remove: [botId],
          addSubgroups: [],
          removeSubgroups: [],
        }),
    ],
    ["moved where it can't read", "@bot look", ({ change, secret }, id) => change(id, { channelId: secret })],
  ])("%s", async (_, content, happens) => {
    const realm = await setUp();
    await happens(realm, await realm.write(content));
    expect(await realm.called()).toEqual([]);
    expect(await realm.world.persistence.jobQueue.nextDueAt(["call_bot"])).toBeUndefined();
  });
});

describe("a bot is called about a message that", () => {
  test.each<[string, string, string, (realm: Realm, messageId: number) => Promise<unknown>]>([
    ["mentions it", "@bot look", "@bot look", async () => {}],
    ["mentions its group", "@group look", "@group look", async () => {}],
    [
      "says something else to it now",
      "@bot look",
      "@bot listen",
      ({ change }, id) => change(id, { content: "@bot listen" }),
    ],
    ["has another topic", "@bot look", "@bot look", ({ change }, id) => change(id, { topic: "other" })],
    [
      "moved where it can read",
      "@bot look",
      "@bot look",
      ({ change, open }, id) => change(id, { channelId: open }),
    ],
  ])("%s", async (_, content, heard, happens) => {
    const realm = await setUp();
    await happens(realm, await realm.write(content));
    expect(await realm.called()).toEqual([heard]);
  });

  test("mentions it in a channel that it can't read, where its author put it", async () => {
    const { owner, secret, called } = await setUp();
    await owner.says(secret, "topic", "@bot look");
    expect(await called()).toEqual(["@bot look"]);
  });
});
