import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { createChannel } from "../../../src/application/channels/create-channel";
import type { ChannelDraft } from "../../../src/domain/channels/channel-draft";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import { newProcess } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aChannelFolder } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ben: "member", cleo: "member", gina: "guest" },
    channels: { lunch: {}, secret: { privacy: "private" } },
    groups: { team: ["cleo"] },
  });
const wanted = ({
  draft = {},
  ...more
}: {
  draft?: Partial<ChannelDraft>;
  name?: string;
  description?: string;
  subscriberIds?: readonly number[];
} = {}) => ({
  name: "fresh",
  description: "",
  subscriberIds: [],
  announce: false,
  ...more,
  draft: { ...defaultChannelDraft, ...draft },
});

test("a channel has the requested properties and exactly the requested subscribers", async () => {
  const { ben, cleo, team, append, channel, state } = await realm();
  await append({
    type: "channel_folders_set",
    folders: [aChannelFolder({ id: 4 })],
    change: { op: "add", folderId: 4 },
  });
  const canSendMessageGroup = { directMembers: [ben.id], directSubgroups: [team] };
  const id = await ben.does(
    createChannel,
    wanted({
      name: "  fresh  ",
      description: "on\ntwo lines",
      subscriberIds: [cleo.id],
      draft: {
        privacy: "private",
        historyPublicToSubscribers: false,
        folderId: 4,
        topicsPolicy: "disable_empty_topic",
        permissions: { canSendMessageGroup },
      },
    }),
  );
  const created = await channel(id);
  expect(created).toMatchObject({
    name: "fresh",
    description: "on two lines",
    renderedDescription: "<p>on two lines</p>",
    privacy: "private",
    historyPublicToSubscribers: false,
    creatorId: ben.id,
    folderId: 4,
    topicsPolicy: "disable_empty_topic",
  });
  expect(created.permissions.canSendMessageGroup).toEqual(canSendMessageGroup);
  expect([...(await state()).subscribers(id)]).toEqual([cleo.id]);
});

test("a name in any case is taken, even by an archived channel", async () => {
  const { owner, ben, lunch } = await realm();
  const refusal = () => ben.isRefused(createChannel, wanted({ name: "LUNCH" }));
  expect(await refusal()).toBe("Channel 'lunch' already exists");
  await owner.does(archiveChannel, lunch);
  expect(await refusal()).toBe("Channel 'lunch' already exists");
});

test("case is ignored in any script", async () => {
  const { ben } = await realm();
  await ben.does(createChannel, wanted({ name: "ΟΔΟΣ" }));
  expect(await ben.isRefused(createChannel, wanted({ name: "οδοσ" }))).toBe("Channel 'ΟΔΟΣ' already exists");
  await ben.does(createChannel, wanted({ name: "istanbul" }));
  expect(await ben.isRefused(createChannel, wanted({ name: "İSTANBUL" }))).toBe(
    "Channel 'istanbul' already exists",
  );
});

test("a name that looks like another's is taken", async () => {
  const { ben } = await realm();
  await ben.does(createChannel, wanted({ name: "caf\u00e9 club" }));
  for (const name of ["cafe\u0301 club", "caf\u00e9\u00a0club", "caf\u00e9  club", "\uff43af\u00e9 club"])
    expect(await ben.isRefused(createChannel, wanted({ name }))).toBe(
      "Channel 'caf\u00e9 club' already exists",
    );
});

test("users who can create channels learn that a hidden channel's name is taken; others get the answer for a missing channel", async () => {
  const { ben, allow } = await realm();
  const refusal = () => ben.isRefused(createChannel, wanted({ name: "secret" }));
  expect(await refusal()).toBe("Unable to access channel (secret).");
  await allow("canCreatePublicChannelGroup", systemGroup.administrators);
  expect(await refusal()).toBe("Insufficient permission");
});

test.each<[string, Parameters<typeof wanted>[0], string]>([
  [
    "a long description",
    { description: "d".repeat(1025) },
    "description is too long (limit: 1024 characters)",
  ],
  ["an unknown folder", { draft: { folderId: 999 } }, "Invalid channel folder ID"],
  [
    "web-public where the realm allows none",
    { draft: { privacy: "web-public" } },
    "Web-public channels are not enabled.",
  ],
  ["an unknown group", { draft: { permissions: { canSendMessageGroup: 999 } } }, "Invalid user group"],
  [
    "a group that the permission doesn't accept",
    { draft: { permissions: { canAdministerChannelGroup: systemGroup.everyone } } },
    "'can_administer_channel_group' setting cannot be set to 'role:everyone' group.",
  ],
  [
    "a policy for deleting messages",
    { draft: { permissions: { canDeleteAnyMessageGroup: systemGroup.members } } },
    "Insufficient permission",
  ],
  ["an unknown subscriber", { subscriberIds: [999] }, "No such user"],
  ["an empty name", { name: " " }, "Channel name can't be empty."],
  ["a long name", { name: "n".repeat(61) }, "Channel name too long (limit: 60 characters)."],
  [
    "a control character in the name",
    { name: "a\u0007b" },
    "Invalid character in channel name, at position 2.",
  ],
  [
    "a default channel",
    { draft: { isDefault: true } },
    "You do not have permission to change default channels.",
  ],
  [
    "notifications for everybody",
    { draft: { defaultPushNotifications: true } },
    "Must be an organization administrator",
  ],
  ["a retention period", { draft: { messageRetentionDays: 5 } }, "Must be an organization owner"],
])("refuses a member %s, and creates nothing", async (_what, change, message) => {
  const { ben, eventsOf } = await realm();
  const events = await eventsOf(async () =>
    expect(await ben.isRefused(createChannel, wanted(change))).toBe(message),
  );
  expect(events).toEqual([]);
});

test("a default channel can't be private, and a web-public one shows its history", async () => {
  const { owner, set } = await realm();
  await set({ enableSpectatorAccess: true });
  const refusal = (draft: Partial<ChannelDraft>) => owner.isRefused(createChannel, wanted({ draft }));
  expect(await refusal({ privacy: "private", isDefault: true })).toBe("A default channel cannot be private.");
  expect(await refusal({ privacy: "web-public", historyPublicToSubscribers: false })).toBe(
    "Invalid parameters",
  );
});

test("the settings of a channel must be within their bounds", async () => {
  const { owner } = await realm();
  const refusal = (draft: Partial<ChannelDraft>) => owner.isRefused(createChannel, wanted({ draft }));
  expect(await refusal({ messageRetentionDays: -5 })).toBe("Invalid value for messageRetentionDays");
  expect(await refusal({ topicsPolicy: "some" as "inherit" })).toBe("Invalid value for topicsPolicy");
});

test("guests can't create channels; members can create the kinds that the realm allows them", async () => {
  const { ben, gina, owner, set, allow } = await realm();
  expect(await gina.isRefused(createChannel, wanted())).toBe("Not allowed for guest users");
  await set({ enableSpectatorAccess: true });
  await allow("canCreatePrivateChannelGroup", systemGroup.administrators);
  for (const privacy of ["private", "web-public"] as const) {
    const one = wanted({ name: privacy, draft: { privacy } });
    expect(await ben.isRefused(createChannel, one)).toBe("Insufficient permission");
    await owner.does(createChannel, one);
  }
  await ben.does(createChannel, wanted());
});

test("when two processes create a channel of the same name at once, one succeeds", async () => {
  const { owner, ben, services, world } = await realm();
  const outcomes = await Promise.all([
    createChannel(services)(owner, wanted({ name: "plans" }))(),
    createChannel(newProcess(world.outside))(ben, wanted({ name: "PLANS" }))(),
  ]);
  expect(outcomes.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"]);
});
