import type { AuditEntry } from "../../../src/domain/audit/audit-entry";
import { auditKinds } from "../../../src/domain/audit/audit-entry";
import { auditEvent, auditRules } from "../../../src/domain/audit/audit-event";
import { boundedEntry } from "../../../src/domain/audit/audit-values";
import { newBot } from "../../../src/domain/bots/bot";
import { keysOf } from "../../../src/domain/collections/keys-of";
import type { RealmEvent } from "../../../src/domain/events/event";
import { snakeCase } from "../../../src/domain/text/snake-case";
import {
  aChannel,
  aChannelFolder,
  aGroup,
  aLinkifier,
  anInvitation,
  aProfileField,
  aRealm,
  aRealmEmoji,
  aRealmState,
  aSubscription,
  aUser,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";
import { eventArbitraries, eventTypes } from "../../support/random/arbitraries/events";
import fc from "../../support/random/fast-check";

const state = aRealmState({
  realm: aRealm({ name: "Example" }),
  users: [
    aUser({ id: 1, role: "owner" }),
    aUser({ id: 2 }),
    aUser({
      id: 3,
      bot: {
        ...newBot("outgoing_webhook", 1),
        config: { token: "CANARY" },
        service: { name: "s", url: "https://me:CANARY@hook.example.com/CANARY", interface: "native" },
      },
    }),
  ],
  groups: [aGroup({ id: 20, name: "team" })],
  channels: [aChannel({ id: 1 }), aChannel({ id: 2, privacy: "private" })],
  channelFolders: [aChannelFolder({ id: 1, name: "old" })],
  profileFields: [aProfileField({ id: 1, name: "a" }), aProfileField({ id: 2, name: "b" })],
  linkifiers: [aLinkifier({ id: 1 })],
  playgrounds: [{ id: 1, name: "p", pygmentsLanguage: "C", urlTemplate: "https://example.com/{code}" }],
  emoji: [aRealmEmoji({ id: 1, name: "party" })],
  invitations: [anInvitation({ id: 7, email: "new@example.org" })],
  domains: [{ id: 1, domain: "example.org", allowSubdomains: false }],
});

const owner = { userId: 1, client: "tests", address: "203.0.113.9" };
const server = { userId: null, client: "server", address: null };
const by = (actor: AuditEntry["actor"], event: RealmEvent) => auditEvent(event, { before: state, actor });
const inShort = (event: RealmEvent, actor: AuditEntry["actor"] = owner) =>
  by(actor, event).map(({ kind, target, before, after }) => [
    kind,
    `${target.type} ${target.id}`,
    before,
    after,
  ]);

/** Makes an event name a user, group and channel that exist in the realm. */
const aboutWhatIsThere = (event: RealmEvent): RealmEvent => ({
  ...event,
  ...("userId" in event && { userId: 3 }),
  ...("groupId" in event && { groupId: 20 }),
  ...("channelId" in event && { channelId: 1 }),
});

describe.each(eventTypes)("an audit entry of %s", (type) => {
  test("fits into 8 KB whatever the event holds, and names the actor", () => {
    fc.assert(
      fc.property(eventArbitraries[type] as fc.Arbitrary<RealmEvent>, (event) => {
        for (const entry of [...by(owner, event), ...by(owner, aboutWhatIsThere(event))]) {
          const { actor, kind } = entry;
          const isShort = JSON.stringify(entry).length < 8192;
          expect([actor, kind, isShort]).toEqual([owner, auditKinds.find((one) => one === kind), true]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

test("every type of event has a rule, or a reason to have none", () => {
  expect(Object.keys(auditRules).sort()).toEqual([...eventTypes].sort());
  for (const rule of Object.values(auditRules))
    if (typeof rule !== "function") expect(rule.unaudited).toMatch(/^\w.{10,}/);
});

test.each<readonly [what: string, event: RealmEvent, expected: readonly unknown[]]>([
  [
    "a role",
    { type: "role_changed", userId: 2, from: "member", to: "administrator" },
    [["user_role_changed", "user 2", { role: "member" }, { role: "administrator" }]],
  ],
  [
    "only those of the organization's settings and permissions that differ",
    {
      type: "realm_changed",
      change: {
        name: "Example",
        settings: { inviteRequired: false, digestWeekday: "Tuesday" },
        permissions: { canInviteUsersGroup: { directMembers: [2], directSubgroups: [] } },
      },
    },
    [
      [
        "realm_property_changed",
        "realm 1",
        { invite_required: true, can_invite_users_group: 3 },
        { invite_required: false, can_invite_users_group: { direct_members: [2], direct_subgroups: [] } },
      ],
    ],
  ],
  [
    "settings with numbers, as stored and sent",
    {
      type: "realm_changed",
      change: {
        settings: { gifRatingPolicy: "none", messageRetentionDays: 30 },
        userDefaults: { colorScheme: "dark" },
      },
    },
    [
      [
        "realm_property_changed",
        "realm 1",
        { gif_rating_policy: 2, message_retention_days: -1 },
        { gif_rating_policy: 0, message_retention_days: 30 },
      ],
      ["realm_default_user_settings_changed", "realm 1", { color_scheme: 1 }, { color_scheme: 2 }],
    ],
  ],
  [
    "the end of the organization, and its first settings for newcomers",
    { type: "realm_changed", change: { isDeactivated: true, userDefaults: { enterSends: false } } },
    [
      ["realm_deactivated", "realm 1", {}, {}],
      ["realm_default_user_settings_changed", "realm 1", { enter_sends: true }, { enter_sends: false }],
    ],
  ],
  [
    "the privacy of a channel",
    {
      type: "channel_changed",
      channelId: 1,
      nameBefore: "general",
      wasArchived: false,
      change: { privacy: "private", historyPublicToSubscribers: false },
    },
    [
      [
        "channel_property_changed",
        "channel 1",
        { privacy: "public", history_public_to_subscribers: true },
        { privacy: "private", history_public_to_subscribers: false },
      ],
    ],
  ],
  [
    "an archived channel",
    {
      type: "channel_changed",
      channelId: 1,
      nameBefore: "general",
      wasArchived: false,
      change: { isArchived: true },
    },
    [["channel_deactivated", "channel 1", {}, {}]],
  ],
  [
    "who was subscribed, channel by channel",
    {
      type: "subscribed",
      firstMessageId: 1,
      subscriptions: [aSubscription(1, 1), aSubscription(2, 1), aSubscription(2, 2)],
    },
    [
      ["subscription_created", "channel 1", {}, { user_ids: [1, 2] }],
      ["subscription_created", "channel 2", {}, { user_ids: [2] }],
    ],
  ],
  [
    "members that a group gets, of many only the first",
    {
      type: "group_members_changed",
      groupId: 20,
      isDeactivated: false,
      op: "add",
      userIds: Array.from({ length: 60 }, (_, index) => index + 1),
    },
    [
      [
        "user_group_members_added",
        "user_group 20",
        {},
        { user_ids: { first: Array.from({ length: 50 }, (_, index) => index + 1), count: 60 } },
      ],
    ],
  ],
  [
    "an address, a name and a key of a user",
    {
      type: "user_changed",
      userId: 2,
      change: { email: "b@example.com", fullName: "Bea", apiKeyVersion: 2, timezone: "UTC" },
    },
    [
      ["user_email_changed", "user 2", { email: "person2@example.com" }, { email: "b@example.com" }],
      ["user_full_name_changed", "user 2", { full_name: "Person 2" }, { full_name: "Bea" }],
      ["user_api_key_changed", "user 2", {}, {}],
    ],
  ],
  [
    "an invitation that is taken back",
    { type: "invitations_closed", invitationIds: [7], inviterIds: [1], status: "revoked" },
    [["invitation_revoked", "invitation 7", { email: "new@example.org" }, {}]],
  ],
  [
    "one that was used",
    { type: "invitations_closed", invitationIds: [7], inviterIds: [1], status: "used" },
    [],
  ],
  [
    "fields of a profile that change, come and go",
    {
      type: "profile_fields_set",
      removedIds: [2],
      fields: [aProfileField({ id: 3, name: "c" }), aProfileField({ id: 1, name: "aa" })],
    },
    [
      ["custom_profile_field_added", "custom_profile_field 3", {}, expect.objectContaining({ name: "c" })],
      ["custom_profile_field_changed", "custom_profile_field 1", { name: "a" }, { name: "aa" }],
      ["custom_profile_field_removed", "custom_profile_field 2", expect.objectContaining({ name: "b" }), {}],
    ],
  ],
  [
    "their order",
    {
      type: "profile_fields_set",
      removedIds: [],
      fields: [aProfileField({ id: 2, name: "b" }), aProfileField({ id: 1, name: "a" })],
    },
    [["custom_profile_fields_reordered", "realm 1", { ids: [1, 2] }, { ids: [2, 1] }]],
  ],
  [
    "a domain",
    { type: "domain_removed", domain: { id: 1, domain: "example.org", allowSubdomains: false } },
    [["realm_domain_removed", "domain 1", { domain: "example.org", allow_subdomains: false }, {}]],
  ],
  [
    "an emoji",
    { type: "emoji_deactivated", emojiId: 1 },
    [["realm_emoji_removed", "emoji 1", { name: "party" }, {}]],
  ],
  [
    "a folder's name",
    {
      type: "channel_folders_set",
      folders: [aChannelFolder({ id: 1, name: "new" })],
      change: { op: "update", folderId: 1, change: { name: "new" } },
    },
    [["channel_folder_changed", "channel_folder 1", { name: "old" }, { name: "new" }]],
  ],
  [
    "messages that go to another channel",
    {
      type: "messages_moved",
      messageIds: [5, 6],
      chosenId: 5,
      mode: "change_all",
      from: { conversation: channelConversation(1), topic: "a" },
      to: { conversation: channelConversation(2), topic: "a" },
      edit: { editedAt: 5, userId: 1 },
      leftBehind: [],
      lostBy: [],
    },
    [["messages_moved", "channel 1", { channel_id: 1 }, { channel_id: 2, message_ids: [5, 6] }]],
  ],
])("%s", (_, event, expected) => {
  expect(inShort(event)).toEqual(expected);
});

describe("deleting messages", () => {
  type Deleted = Extract<RealmEvent, { type: "messages_deleted" }>;
  const deleted = (more: Partial<Deleted> = {}): Deleted => ({
    type: "messages_deleted",
    conversation: channelConversation(1),
    topic: "lunch",
    messageIds: [5],
    deletedAt: 1,
    ...more,
  });

  test("is audited when they are others', with the topic if anyone could read it", () => {
    expect(inShort(deleted({ senderId: 2 }))).toEqual([
      ["messages_deleted", "channel 1", { message_ids: [5], sender_id: 2, topic: "lunch" }, {}],
    ]);
    expect(inShort(deleted({ conversation: channelConversation(2) }))).toEqual([
      ["messages_deleted", "channel 2", { message_ids: [5] }, {}],
    ]);
    expect(inShort(deleted({ conversation: directConversation(500, 1, 2), senderId: 2 }))).toEqual([
      ["messages_deleted", "conversation 500", { message_ids: [5], sender_id: 2 }, {}],
    ]);
  });

  test("isn't audited for the user's own or for expired messages", () => {
    expect(inShort(deleted({ senderId: 1 }))).toEqual([]);
    expect(inShort(deleted(), server)).toEqual([]);
  });
});

test("audits what others set for a user, not what users set for themselves", () => {
  const settings = { type: "user_settings_changed", userId: 1, isOwnChoice: true } as const;
  const avatar = { type: "user_changed", change: { avatar: { source: "upload", version: 2 } } } as const;
  expect(inShort({ ...settings, change: { enterSends: false } })).toEqual([]);
  expect(inShort({ ...settings, userId: 2, change: { enterSends: false } })).toEqual([
    ["user_setting_changed", "user 2", { enter_sends: true }, { enter_sends: false }],
  ]);
  expect(inShort({ ...avatar, userId: 1 })).toEqual([]);
  expect(inShort({ ...avatar, userId: 2 })).toEqual([
    ["user_avatar_changed", "user 2", { source: "generated" }, { source: "upload" }],
  ]);
});

test("writes no secret of a bot's service or configuration", () => {
  const service = {
    name: "s",
    url: "https://you:CANARY@other.example.com/?key=CANARY",
    interface: "slack",
  } as const;
  const entries = by(owner, {
    type: "bot_changed",
    userId: 3,
    change: { ownerId: 2, service, config: { token: "CANARY 2", more: "CANARY" } },
  });
  expect(JSON.stringify(entries)).not.toContain("CANARY");
  expect(entries).toMatchObject([
    { kind: "bot_owner_changed", before: { owner_id: 1 }, after: { owner_id: 2 } },
    {
      kind: "bot_changed",
      before: { service_host: "hook.example.com", config_keys: ["token"] },
      after: { service_host: "other.example.com", config_keys: ["token", "more"] },
    },
  ]);
});

test("an entry about a folder has every field that changed", () => {
  const {
    id,
    renderedDescription: _html,
    creatorId: _creator,
    createdAt: _created,
    ...values
  } = aChannelFolder({ id: 1, name: "old" });
  for (const field of keysOf(values)) {
    const folder = { ...aChannelFolder({ id, name: "old" }), [field]: "changed" };
    const [entry] = by(owner, {
      type: "channel_folders_set",
      folders: [folder],
      change: { op: "update", folderId: id, change: {} },
    });
    expect(entry?.after).toEqual({ [snakeCase(field)]: "changed" });
  }
});

test("no rule can write message content or what users store for themselves", () => {
  const silent = [
    "message_sent",
    "message_edited",
    "message_rendered",
    "submessage_added",
    "reaction_changed",
    "message_flags_changed",
    "drafts_added",
    "draft_changed",
    "scheduled_set",
    "snippet_added",
    "snippet_changed",
    "user_status_changed",
    "alert_words_set",
    "topic_policy_set",
    "call_token_changed",
    "client_device_changed",
  ] as const;
  for (const type of silent) expect(auditRules[type]).toEqual({ unaudited: expect.any(String) });
});

test("values that are too long together are replaced by their names", () => {
  const long = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`name_${index}`, "x".repeat(100)]),
  );
  const entry = boundedEntry({
    kind: "bot_changed",
    target: { type: "user", id: 1 },
    before: long,
    after: long,
    actor: { userId: 1, client: "c".repeat(1000), address: "a".repeat(1000) },
  });
  expect(JSON.stringify(entry).length).toBeLessThan(8192);
  expect(entry.after).toEqual({ too_long: Array.from({ length: 50 }, (_, index) => `name_${index}`) });
  expect([entry.actor.client.length, entry.actor.address?.length]).toEqual([100, 100]);
});
