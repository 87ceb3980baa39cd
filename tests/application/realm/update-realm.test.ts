import { updateRealm } from "../../../src/application/realm/update-realm";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { latestUpdate } from "../../../src/domain/realm/server-update";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", mo: "moderator" },
    channels: { news: {}, club: { privacy: "private", of: ["owner"] }, past: { isArchived: true } },
    groups: { crew: [] },
  });
type Update = Parameters<ReturnType<typeof updateRealm>>[1];
const changing = (change: Partial<Update>): Update => ({
  name: undefined,
  description: undefined,
  settings: {},
  loginMethods: undefined,
  permissions: {},
  ...change,
});

test("the answer and one event have exactly the changes", async () => {
  const { owner, crew, eventsOf } = await realm();
  const update = changing({
    name: " Renamed ",
    description: "A *place*",
    settings: { digestWeekday: "Friday", sendWelcomeEmails: true },
    permissions: { canCreateGroups: { new: crew, old: systemGroup.members } },
  });
  const change = {
    name: "Renamed",
    description: "A *place*",
    renderedDescription: "<p>A *place*</p>",
    settings: { digestWeekday: "Friday" },
    permissions: { canCreateGroups: crew },
  };
  const events = await eventsOf(async () => expect(await owner.does(updateRealm, update)).toEqual(change));
  expect(events).toEqual([{ type: "realm_changed", change }]);
  const again = changing({ settings: { digestWeekday: "Friday" }, name: "Renamed" });
  expect(await eventsOf(async () => expect(await owner.does(updateRealm, again)).toEqual({}))).toEqual([]);
});

const invalid = (setting: string) => `Invalid value for ${setting}`;

test.each<[string, Partial<Update>, string]>([
  ["a blank name", { name: " " }, "name cannot be blank."],
  ["a long name", { name: "n".repeat(41) }, "name is too long (limit: 40 characters)"],
  [
    "a long description",
    { description: "d".repeat(1001) },
    "description is too long (limit: 1000 characters)",
  ],
  ["an unknown language", { settings: { defaultLanguage: "x_y" } }, "Invalid language 'x_y'"],
  [
    "a call service that isn't configured",
    { settings: { videoChatProvider: "zoom" } },
    "The server has no account for video calls by zoom",
  ],
  [
    "a long welcome",
    { settings: { welcomeMessageCustomText: "x".repeat(8001) } },
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  ],
  ["a password history over the limit", { settings: { passwordHistory: 11 } }, invalid("passwordHistory")],
  ["passwords without length", { settings: { passwordMinLength: 0 } }, invalid("passwordMinLength")],
  ["passwords that need no guess", { settings: { passwordMinGuesses: 1 } }, invalid("passwordMinGuesses")],
  ["an endless idle time", { settings: { sessionIdleHours: 721 } }, invalid("sessionIdleHours")],
  ["half an hour", { settings: { sessionLifetimeHours: 0.5 } }, invalid("sessionLifetimeHours")],
  [
    "no time to edit",
    { settings: { messageContentEditLimitSeconds: 0 } },
    invalid("messageContentEditLimitSeconds"),
  ],
  ["messages kept for no day", { settings: { messageRetentionDays: 0 } }, invalid("messageRetentionDays")],
  ["a negative wait", { settings: { waitingPeriodThreshold: -1 } }, invalid("waitingPeriodThreshold")],
  [
    "what isn't a number",
    { settings: { waitingPeriodThreshold: Number.NaN } },
    invalid("waitingPeriodThreshold"),
  ],
  ["previews of any size", { settings: { mediaPreviewSize: 120 } }, invalid("mediaPreviewSize")],
  [
    "a day that no week has",
    { settings: { digestWeekday: "Someday" as "Sunday" } },
    invalid("digestWeekday"),
  ],
  ["a script for calls", { settings: { jitsiServerUrl: "javascript:alert()" } }, invalid("jitsiServerUrl")],
  [
    "a long address for calls",
    { settings: { jitsiServerUrl: `https://${"x".repeat(193)}` } },
    invalid("jitsiServerUrl"),
  ],
  ["an unknown channel", { settings: { signupAnnouncementsChannelId: 999 } }, "Invalid channel ID"],
  ["an archived channel", { settings: { newChannelAnnouncementsChannelId: 23 } }, "Invalid channel ID"],
  [
    "a public channel for moderation requests",
    { settings: { moderationRequestChannelId: 21 } },
    "Moderation request channel must be private.",
  ],
  [
    "a permission for guests that members must have",
    { permissions: { canCreateGroups: { new: systemGroup.everyone } } },
    "'can_create_groups' setting cannot be set to 'role:everyone' group.",
  ],
  [
    "nobody to manage groups",
    { permissions: { canManageAllGroups: { new: systemGroup.nobody } } },
    "'can_manage_all_groups' setting cannot be set to 'role:nobody' group.",
  ],
  [
    "a group that a permission doesn't allow",
    { permissions: { canAccessAllUsersGroup: { new: systemGroup.administrators } } },
    "'can_access_all_users_group' setting cannot be set to 'role:administrators' group.",
  ],
  [
    "one person where a system group must be",
    { permissions: { canCreateWebPublicChannelGroup: { new: onlyUser(1) } } },
    "'can_create_web_public_channel_group' must be a system user group.",
  ],
  [
    "a permission that changed meanwhile",
    { permissions: { canCreateGroups: { new: systemGroup.members, old: systemGroup.moderators } } },
    "'old' value does not match the expected value.",
  ],
  ["an unknown person", { permissions: { canCreateGroups: { new: onlyUser(999) } } }, "Invalid user ID: 999"],
  [
    "an unknown group among others",
    { permissions: { canCreateGroups: { new: { directMembers: [1], directSubgroups: [999] } } } },
    "Invalid user group ID: 999",
  ],
  [
    "a second factor that the owner doesn't have",
    { settings: { requireTwoFactors: true } },
    "Set up a second factor for yourself first.",
  ],
])("refuses %s and changes nothing", async (_what, change, message) => {
  const { owner, eventsOf } = await realm();
  const events = await eventsOf(async () =>
    expect(await owner.isRefused(updateRealm, changing({ description: "new", ...change }))).toBe(message),
  );
  expect(events).toEqual([]);
});

test.each<Partial<Update>>([
  { settings: { inviteRequired: false } },
  { settings: { messageRetentionDays: 30 } },
  { settings: { waitingPeriodThreshold: 3 } },
  { settings: { emailsRestrictedToDomains: true } },
  { settings: { disallowDisposableEmailAddresses: false } },
  { permissions: { canCreateGroups: { new: systemGroup.moderators } } },
  { permissions: { canInviteUsersGroup: { new: systemGroup.moderators } } },
  { permissions: { canManageAllGroups: { new: systemGroup.administrators } } },
  { permissions: { createMultiuseInviteGroup: { new: systemGroup.moderators } } },
  { loginMethods: { Email: true } },
])("only owners set %j", async (change) => {
  const { owner, ada } = await realm();
  expect(await ada.isRefused(updateRealm, changing(change))).toBe("Must be an organization owner");
  await owner.does(updateRealm, changing(change));
});

test("administrators can change the other settings, and moderators can't change any", async () => {
  const { ada, mo } = await realm();
  await ada.does(updateRealm, changing({ name: "Renamed" }));
  expect(await mo.isRefused(updateRealm, changing({ name: "Mine" }))).toBe(
    "Must be an organization administrator",
  );
});

test("a channel in the settings must be one that the administrator sees", async () => {
  const { ada, owner, club, news, state } = await realm();
  await owner.does(updateRealm, changing({ settings: { moderationRequestChannelId: club } }));
  await ada.does(updateRealm, changing({ settings: { newChannelAnnouncementsChannelId: news } }));
  await ada.does(updateRealm, changing({ settings: { moderationRequestChannelId: null } }));
  expect((await state()).realm.settings.moderationRequestChannelId).toBeNull();
});

test("a permission's old value omits deactivated people", async () => {
  const { owner, ada, mo, append, state } = await realm();
  const people = { directMembers: [ada.id, mo.id], directSubgroups: [] };
  await owner.does(updateRealm, changing({ permissions: { canCreateGroups: { new: people } } }));
  await append({ type: "user_deactivated", userId: mo.id, firstMessageId: 1 });
  const update = { new: systemGroup.members, old: onlyUser(ada.id) };
  await owner.does(updateRealm, changing({ permissions: { canCreateGroups: update } }));
  expect((await state()).realm.permissions.canCreateGroups).toBe(systemGroup.members);
});

test("a realm that begins to announce updates skips the past ones", async () => {
  const { owner, news, append } = await realm();
  await append({ type: "realm_changed", change: { settings: { announcedUpdate: 0 } } });
  const settings = { serverUpdateAnnouncementsChannelId: news };
  expect(await owner.does(updateRealm, changing({ settings }))).toEqual({
    settings: { ...settings, announcedUpdate: latestUpdate },
  });
});

describe("login methods", () => {
  test("can be turned off, as long as the owner can use one that is left", async () => {
    const { owner, state } = await realm();
    await owner.does(updateRealm, changing({ loginMethods: { "OpenID Connect": false } }));
    expect((await state()).realm.settings.disabledLoginMethods).toEqual(["OpenID Connect"]);
    await owner.does(updateRealm, changing({ loginMethods: { "OpenID Connect": true } }));
    expect((await state()).realm.settings.disabledLoginMethods).toEqual([]);
  });

  test.each([
    [
      "an unknown one",
      { Pigeon: true },
      "Invalid authentication method: Pigeon. Valid methods are: ['Email', 'OpenID Connect']",
    ],
    [
      "one that the server doesn't offer",
      { GitHub: true },
      "Invalid authentication method: GitHub. Valid methods are: ['Email', 'OpenID Connect']",
    ],
    [
      "none",
      { Email: false, "OpenID Connect": false },
      "At least one authentication method must be enabled.",
    ],
    [
      "only a service that the owner's account isn't linked to",
      { Email: false },
      "Log in with that service yourself first. Once passwords are off, it's your only way back in.",
    ],
  ])("can't be %s", async (_what, loginMethods, message) => {
    const { owner } = await realm();
    expect(await owner.isRefused(updateRealm, changing({ loginMethods }))).toBe(message);
  });

  test("can be reduced to a service that the owner's account is linked to", async () => {
    const { owner, realmId, world, state } = await realm();
    const identity = { provider: "https://id.example", subject: "olive" };
    await world.persistence.signOnIdentities.link(realmId, identity, owner.id, 0);
    await owner.does(updateRealm, changing({ loginMethods: { Email: false } }));
    expect((await state()).realm.settings.disabledLoginMethods).toEqual(["Email"]);
  });
});
