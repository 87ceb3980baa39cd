import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { createDefaultChannelGroup } from "../../../src/application/channels/create-default-channel-group";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { updateChannel } from "../../../src/application/channels/update-channel";
import { idsIn } from "../../../src/domain/collections/compact-ids";
import type { RealmEvent } from "../../../src/domain/events/event";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { memoryRealm } from "../../support/application/memory-realm";
import { aChannelFolder } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

/** Ben's channels, without notices in them. */
const realm = async () => {
  const founded = await memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member", gina: "guest" },
    channels: {
      lunch: { description: "before", of: ["ben"] },
      club: { privacy: "private", of: ["ben"] },
      spare: {},
    },
    groups: { team: ["cleo"] },
  });
  const { ben, lunch, club, spare } = founded;
  for (const id of [lunch, club, spare])
    await founded.change(id, { permissions: { canAdministerChannelGroup: onlyUser(ben.id) } });
  await founded.set({ sendChannelEventsMessages: false });
  return founded;
};

type Update = Parameters<ReturnType<typeof updateChannel>>[1];
const changing = (channelId: number, change: Partial<Update>): Update => ({
  channelId,
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

/** Who gains or loses sight of a channel by the event. */
const peopleOf = (event: RealmEvent | undefined): readonly number[] =>
  event?.type === "channel_hidden" || event?.type === "channel_revealed" ? idsIn(event.userIds) : [];

test("one event has exactly the changes", async () => {
  const { ben, lunch, eventsOf, append } = await realm();
  const folder = { type: "channel_folders_set", change: { op: "add", folderId: 4 } } as const;
  await append({ ...folder, folders: [aChannelFolder({ id: 4 })] });
  const change = {
    name: " Dinner ",
    description: "after\nall",
    topicsPolicy: "disable_empty_topic",
    folderId: 4,
    permissions: { canSendMessageGroup: { new: systemGroup.fullMembers, old: systemGroup.everyone } },
  } as const;
  expect(await eventsOf(() => ben.does(updateChannel, changing(lunch, change)))).toEqual([
    {
      type: "channel_changed",
      channelId: lunch,
      nameBefore: "lunch",
      wasArchived: false,
      change: {
        name: "Dinner",
        description: "after all",
        renderedDescription: "<p>after all</p>",
        topicsPolicy: "disable_empty_topic",
        folderId: 4,
        permissions: { canSendMessageGroup: systemGroup.fullMembers },
      },
    },
  ]);
});

test("unchanged values log no event", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const permissions = { canSendMessageGroup: { new: systemGroup.everyone } };
  const same = { description: "before", topicsPolicy: "inherit", folderId: null, permissions } as const;
  expect(await eventsOf(() => ben.does(updateChannel, changing(lunch, same)))).toEqual([]);
});

test.each([
  [" lunch ", "Channel already has that name."],
  ["GENERAL", "Channel name already in use."],
  [" ", "Channel name can't be empty."],
  ["n".repeat(61), "Channel name too long (limit: 60 characters)."],
])("refuses the name %j", async (name, message) => {
  const { ben, lunch } = await realm();
  expect(await ben.isRefused(updateChannel, changing(lunch, { name }))).toBe(message);
});

test("a name can change its case", async () => {
  const { ben, lunch, channel } = await realm();
  await ben.does(updateChannel, changing(lunch, { name: "LUNCH" }));
  expect((await channel(lunch)).name).toBe("LUNCH");
});

test("channel administrators who see the channel can change it, and so can administrators of the realm", async () => {
  const { ada, ben, cleo, gina, club, lunch, team, change } = await realm();
  const describing = changing(club, { description: "x" });
  const refusal = "You do not have permission to administer this channel.";
  expect(await cleo.isRefused(updateChannel, describing)).toBe("Invalid channel ID");
  expect(await gina.isRefused(updateChannel, changing(lunch, {}))).toBe("Invalid channel ID");
  expect(await cleo.isRefused(updateChannel, changing(lunch, {}))).toBe(refusal);
  await change(club, { permissions: { canAdministerChannelGroup: team } });
  await cleo.does(updateChannel, describing);
  expect(await ben.isRefused(updateChannel, describing)).toBe(refusal);
  await ada.does(updateChannel, describing);
});

test.each<[string, Partial<Update>, string]>([
  ["messages kept for no day", { messageRetentionDays: 0 }, "Invalid value for messageRetentionDays"],
  [
    "more days than it can name",
    { messageRetentionDays: 1_000_000 },
    "Invalid value for messageRetentionDays",
  ],
  ["an unknown policy", { topicsPolicy: "some" as "inherit" }, "Invalid value for topicsPolicy"],
])("refuses %s", async (_what, change, message) => {
  const { owner, lunch } = await realm();
  expect(await owner.isRefused(updateChannel, changing(lunch, change))).toBe(message);
});

test("a request with one refused part changes nothing", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const events = await eventsOf(async () =>
    expect(
      await ben.isRefused(updateChannel, changing(lunch, { description: "after", messageRetentionDays: 5 })),
    ).toBe("Must be an organization owner"),
  );
  expect(events).toEqual([]);
});

test.each<[string, Partial<Update>, string]>([
  ["default channels", { isDefault: true }, "You do not have permission to change default channels."],
  [
    "notifications for new subscribers",
    { defaultPushNotifications: true },
    "Must be an organization administrator",
  ],
  ["the retention period", { messageRetentionDays: 7 }, "Must be an organization owner"],
])("%s are above a channel's administrator", async (_what, change, message) => {
  const { ben, owner, lunch } = await realm();
  expect(await ben.isRefused(updateChannel, changing(lunch, change))).toBe(message);
  await owner.does(updateChannel, changing(lunch, change));
});

test("a permission that changed meanwhile is not overwritten", async () => {
  const { ben, lunch } = await realm();
  const permissions = { canSendMessageGroup: { new: systemGroup.fullMembers, old: systemGroup.moderators } };
  expect(await ben.isRefused(updateChannel, changing(lunch, { permissions }))).toBe(
    "'old' value does not match the expected value.",
  );
});

describe("only people who can read a channel decide who reads it", () => {
  const members = { new: systemGroup.members };
  const clubWithProtectedHistory = async () => {
    const founded = await realm();
    await founded.change(founded.club, { historyPublicToSubscribers: false });
    await founded.set({ enableSpectatorAccess: true });
    await founded.allow("canCreateWebPublicChannelGroup", systemGroup.members);
    return founded;
  };

  test.each<[string, Partial<Update>]>([
    ["making it public", { isPrivate: false }],
    ["opening it to the web", { isPrivate: false, isWebPublic: true }],
    ["showing its history to whoever joins", { historyPublicToSubscribers: true }],
    ["letting people join", { permissions: { canSubscribeGroup: members } }],
    ["letting people add others", { permissions: { canAddSubscribersGroup: members } }],
  ])("%s is refused to an administrator outside", async (_what, change) => {
    const { ada, owner, ben, club } = await clubWithProtectedHistory();
    for (const outsider of [ada, owner])
      expect(await outsider.isRefused(updateChannel, changing(club, change))).toBe(
        "Channel content access is required.",
      );
    await ben.does(updateChannel, changing(club, change));
  });

  test("an administrator outside the channel may change everything else, and repeat current values", async () => {
    const { ada, club } = await clubWithProtectedHistory();
    const permissions = { canRemoveSubscribersGroup: members };
    await ada.does(updateChannel, changing(club, { historyPublicToSubscribers: false, permissions }));
  });
});

test("policies for topics and deleting require a permission of the realm", async () => {
  const { ada, ben, lunch, allow } = await realm();
  await allow("canSetTopicsPolicyGroup", systemGroup.moderators);
  for (const change of [
    { topicsPolicy: "allow_empty_topic" },
    { permissions: { canDeleteOwnMessageGroup: { new: systemGroup.members } } },
    { permissions: { canDeleteAnyMessageGroup: { new: systemGroup.members } } },
  ] as const) {
    expect(await ben.isRefused(updateChannel, changing(lunch, change))).toBe("Insufficient permission");
    await ada.does(updateChannel, changing(lunch, change));
  }
});

test("only a channel without named topics requires the empty one", async () => {
  const { ben, lunch, spare } = await realm();
  await ben.says(lunch, "food");
  const change = { topicsPolicy: "empty_topic_only" } as const;
  expect(await ben.isRefused(updateChannel, changing(lunch, change))).toBe(
    "To enable this configuration, all messages in this channel must be in the general chat topic.",
  );
  await ben.does(updateChannel, changing(spare, change));
});

describe("privacy", () => {
  test("the history's visibility follows the privacy unless given", async () => {
    const { ben, lunch, channel } = await realm();
    const become = async (change: Partial<Update>) => {
      await ben.does(updateChannel, changing(lunch, change));
      const { privacy, historyPublicToSubscribers } = await channel(lunch);
      return [privacy, historyPublicToSubscribers];
    };
    expect(await become({ isPrivate: true })).toEqual(["private", false]);
    expect(await become({ historyPublicToSubscribers: true })).toEqual(["private", true]);
    expect(await become({ isPrivate: false })).toEqual(["public", true]);
    expect(await become({ isPrivate: true, historyPublicToSubscribers: true })).toEqual(["private", true]);
  });

  test("making a channel web-public requires the realm's setting and permission", async () => {
    const { owner, ben, lunch, set, channel } = await realm();
    const opening = changing(lunch, { isWebPublic: true, isPrivate: false });
    expect(await owner.isRefused(updateChannel, opening)).toBe("Web-public channels are not enabled.");
    await set({ enableSpectatorAccess: true });
    expect(await ben.isRefused(updateChannel, opening)).toBe("Insufficient permission");
    await owner.does(updateChannel, opening);
    expect((await channel(lunch)).privacy).toBe("web-public");
  });

  test.each<[string, Partial<Update>]>([
    ["private and web-public", { isPrivate: true, isWebPublic: true }],
    ["public with protected history", { isPrivate: false, historyPublicToSubscribers: false }],
  ])("is never %s", async (_what, change) => {
    const { owner, lunch } = await realm();
    expect(await owner.isRefused(updateChannel, changing(lunch, change))).toBe("Invalid parameters");
  });

  test("requires permission to create channels of the new privacy", async () => {
    const { ben, lunch, club, allow } = await realm();
    await allow("canCreatePrivateChannelGroup", systemGroup.moderators);
    await allow("canCreatePublicChannelGroup", systemGroup.moderators);
    for (const [id, isPrivate] of [
      [lunch, true],
      [club, false],
    ] as const)
      expect(await ben.isRefused(updateChannel, changing(id, { isPrivate }))).toBe("Insufficient permission");
  });

  test("the channel for moderation requests stays private", async () => {
    const { ben, club, set } = await realm();
    await set({ moderationRequestChannelId: club });
    expect(await ben.isRefused(updateChannel, changing(club, { isPrivate: false }))).toBe(
      "Moderation request channel must be private.",
    );
  });

  test("a default channel must be public; the same request can end that", async () => {
    const { owner, lunch, spare, state } = await realm();
    await owner.does(updateChannel, changing(lunch, { isDefault: true }));
    expect([...(await state()).defaultChannels]).toEqual([1, 2, lunch]);
    const closing = { isPrivate: true };
    expect(await owner.isRefused(updateChannel, changing(lunch, closing))).toBe(
      "A default channel cannot be private.",
    );
    await owner.does(updateChannel, changing(lunch, { ...closing, isDefault: false }));
    expect([...(await state()).defaultChannels]).toEqual([1, 2]);
    expect(await owner.isRefused(updateChannel, changing(spare, { ...closing, isDefault: true }))).toBe(
      "A default channel cannot be private.",
    );
  });

  test("a channel that becomes private leaves its default groups", async () => {
    const { owner, ben, lunch, spare, state } = await realm();
    const channelNames = ["lunch", "spare"];
    await owner.does(createDefaultChannelGroup, { name: "makers", description: "", channelNames });
    await ben.does(updateChannel, changing(lunch, { isPrivate: true }));
    expect((await state()).defaultChannelGroups).toMatchObject([{ channelIds: [spare] }]);
  });

  test("hides the channel from those outside, and reveals it to them with its first message", async () => {
    const { ben, cleo, gina, ada, owner, lunch, eventsOf } = await realm();
    const firstMessageId = await ben.says(lunch);
    const close = await eventsOf(() => ben.does(updateChannel, changing(lunch, { isPrivate: true })));
    expect(close).toMatchObject([{ type: "channel_changed" }, { type: "channel_hidden", channelId: lunch }]);
    const hidden = peopleOf(close[1]);
    expect(hidden).toContain(cleo.id);
    for (const { id } of [ada, owner, ben, gina]) expect(hidden).not.toContain(id);
    const opened = await eventsOf(() => ben.does(updateChannel, changing(lunch, { isPrivate: false })));
    expect(opened).toMatchObject([
      { type: "channel_revealed", channelId: lunch, history: { firstMessageId, isRecentlyActive: true } },
      { type: "channel_changed" },
    ]);
    expect(peopleOf(opened[0])).toEqual(hidden);
  });
});

test("a permission to add subscribers reveals the channel to its holders, and hides it when it is taken", async () => {
  const { ben, cleo, club, team, eventsOf } = await realm();
  const set = (group: number) =>
    eventsOf(() =>
      ben.does(updateChannel, changing(club, { permissions: { canAddSubscribersGroup: { new: group } } })),
    );
  expect((await set(team))[0]).toEqual({ type: "channel_revealed", channelId: club, userIds: [cleo.id] });
  expect((await set(systemGroup.nobody))[1]).toEqual({
    type: "channel_hidden",
    channelId: club,
    userIds: [cleo.id],
  });
});

test("unarchives a channel unless it is private and has no subscribers", async () => {
  const { owner, ben, lunch, club, channel } = await realm();
  const restoring = (id: number) => changing(id, { isArchived: false });
  expect(await ben.isRefused(updateChannel, restoring(lunch))).toBe("Channel is not currently deactivated");
  for (const id of [lunch, club]) await ben.does(archiveChannel, id);
  await ben.does(updateChannel, restoring(lunch));
  expect((await channel(lunch)).isArchived).toBe(false);
  await ben.does(unsubscribe, { channelNames: ["club"], principals: undefined });
  expect(await owner.isRefused(updateChannel, restoring(club))).toBe(
    "Channel is private and have no subscribers",
  );
});

test("refuses archived and unknown folders", async () => {
  const { ben, lunch, append } = await realm();
  const folder = { type: "channel_folders_set", change: { op: "add", folderId: 4 } } as const;
  await append({ ...folder, folders: [aChannelFolder({ id: 4, isArchived: true })] });
  for (const folderId of [4, 999])
    expect(await ben.isRefused(updateChannel, changing(lunch, { folderId }))).toBe(
      "Invalid channel folder ID",
    );
});
