import { compactIds } from "../../../../src/domain/collections/compact-ids";
import { ofIds } from "../../../../src/domain/collections/id-ranges";
import type { RealmEvent } from "../../../../src/domain/events/event";
import type { EventOf } from "../../../../src/domain/events/event-family";
import type { MessageEdited } from "../../../../src/domain/events/message-event";
import { moveModes } from "../../../../src/domain/events/message-event";
import type { Reach } from "../../../../src/domain/messages/message-reach";
import { editableFlags } from "../../../../src/domain/messages/read-state";
import { topicPolicies } from "../../../../src/domain/topics/topic-policy";
import fc from "../fast-check";
import * as a from "./entities";
import { bool, id, ids, text } from "./entities";

type Type = RealmEvent["type"];
/** An arbitrary for each type of event; the compiler asks for all of them. */
type Arbitraries = { readonly [T in Type]: fc.Arbitrary<EventOf<RealmEvent, T>> };

const of = <const T extends string>(type: T) => fc.constant(type);
const op = fc.constantFrom("add" as const, "remove" as const);
const history = fc.record({ firstMessageId: id, isRecentlyActive: bool });
const group = { groupId: id, isDeactivated: bool };
const place = { messageId: id, conversation: a.conversation };
const topic = fc.record({ conversation: a.inChannel, topic: text });
const topicPlace = fc.record({ channelId: id, topic: text });
const some = <A>(one: fc.Arbitrary<A>) => fc.array(one, { maxLength: 2 });
const ranges = fc.array(fc.tuple(id, fc.oneof(id, fc.constant(Number.POSITIVE_INFINITY))), { maxLength: 3 });
const pick = <A extends object, K extends keyof A>(from: fc.Arbitrary<A>, ...names: readonly K[]) =>
  from.map((whole) => Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<A, K>);
const without = <A extends object, K extends keyof A>(from: fc.Arbitrary<A>, ...names: readonly K[]) =>
  from.map(
    (whole) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name as K))) as Omit<A, K>,
  );

/** The whole with any of the parts. */
const anyOf = <A extends object>(
  whole: fc.Arbitrary<A>,
  parts: { readonly [K in string]: fc.Arbitrary<unknown> },
) => fc.tuple(whole, fc.record(parts, { requiredKeys: [] })).map(([own, more]) => ({ ...own, ...more }));

const edited: fc.Arbitrary<MessageEdited> = fc.record({
  type: of("message_edited"),
  ...place,
  topic: text,
  content: text,
  renderedContent: text,
  rendererVersion: id,
  flagsByUser: a.flagsByUser,
  edit: a.messageEdit,
});

const idRanges = fc.uniqueArray(id, { maxLength: 5 }).map(ofIds);
const shares = fc.array(fc.record({ userIds: fc.oneof(ids, fc.constant("A_9")), messageIds: idRanges }), {
  maxLength: 3,
});
/** With or without the field of who had received the messages. */
const reaching = <A extends object>(event: fc.Arbitrary<A>): fc.Arbitrary<A & { readonly reach?: Reach }> =>
  fc
    .tuple(event, fc.record({ reach: fc.record({ lacking: shares, having: shares }) }, { requiredKeys: [] }))
    .map(([one, reach]) => ({ ...one, ...reach }));

const userChange = a.partOf(
  pick(
    a.user,
    "email",
    "fullName",
    "isDeleted",
    "timezone",
    "joinedAt",
    "awaitsFirstLogin",
    "isImportedStub",
    "avatar",
    "apiKeyVersion",
    "apiKeyMadeAt",
    "secondFactors",
    "canChangeUserEmails",
  ),
);
const channelChange = anyOf(
  a.partOf(without(a.channel, "id", "conversationId", "creatorId", "createdAt", "permissions")),
  { permissions: a.partOf(a.channelPermission) },
);
const realmChange = anyOf(
  a.partOf(pick(a.realm, "name", "description", "renderedDescription", "isDeactivated")),
  {
    settings: a.partOf(a.realmSettings),
    permissions: a.partOf(a.realmPermission),
    userDefaults: a.partOf(a.userSettings),
    pictures: a.partOf(a.pictures),
  },
);
const groupChange = anyOf(a.partOf(pick(a.userGroup, "name", "description", "isDeactivated")), {
  permissions: a.partOf(a.groupPermission),
});

/** Arbitrary events by type; each is well formed, whether or not it could have happened. */
export const eventArbitraries: Arbitraries = {
  realm_created: fc.record({ type: of("realm_created"), realm: a.realm }),
  realm_changed: fc.record({ type: of("realm_changed"), change: realmChange }),
  group_created: fc.record({ type: of("group_created"), group: a.userGroup }),
  group_changed: fc.record({ type: of("group_changed"), ...group, change: groupChange }),
  group_members_changed: fc.record({ type: of("group_members_changed"), ...group, op, userIds: ids }),
  group_subgroups_changed: fc.record({ type: of("group_subgroups_changed"), ...group, op, subgroupIds: ids }),
  user_created: fc.record({ type: of("user_created"), user: a.user }),
  user_changed: fc.record({ type: of("user_changed"), userId: id, change: userChange }),
  user_deactivated: fc.record({ type: of("user_deactivated"), userId: id, firstMessageId: id }),
  user_reactivated: fc.record({
    type: of("user_reactivated"),
    userId: id,
    firstMessageId: id,
    apiKeyVersion: id,
  }),
  role_changed: fc.record(
    { type: of("role_changed"), userId: id, from: a.role, to: a.role, acquaintances: ids },
    { requiredKeys: ["type", "userId", "from", "to"] },
  ),
  people_revealed: fc.record({
    type: of("people_revealed"),
    userIds: ids.map((some) => compactIds([...new Set(some)])),
    personIds: ids,
  }),
  people_hidden: fc.record({
    type: of("people_hidden"),
    userIds: ids.map((some) => compactIds([...new Set(some)])),
    personIds: ids,
  }),
  bot_changed: fc.record(
    { type: of("bot_changed"), userId: id, change: a.partOf(a.bot), ownerBefore: a.orNull(id) },
    { requiredKeys: ["type", "userId", "change"] },
  ),
  profile_values_changed: fc.record({
    type: of("profile_values_changed"),
    userId: id,
    values: a.byKey(a.orNull(a.profileValue)),
  }),
  user_settings_changed: fc.record({
    type: of("user_settings_changed"),
    userId: id,
    change: a.partOf(a.userSettings),
    isOwnChoice: bool,
  }),
  user_status_changed: fc.record({
    type: of("user_status_changed"),
    userId: id,
    change: a.partOf(a.userStatus),
  }),
  secrets_changed: fc.record({ type: of("secrets_changed"), userId: id }),
  alert_words_set: fc.record({ type: of("alert_words_set"), userId: id, words: some(text) }),
  muted_users_set: fc.record(
    { type: of("muted_users_set"), userId: id, muted: some(a.mutedUser), added: id },
    { requiredKeys: ["type", "userId", "muted"] },
  ),
  profile_fields_set: fc.record(
    { type: of("profile_fields_set"), fields: some(a.profileField), removedIds: ids, ofUsers: ids },
    { requiredKeys: ["type", "fields", "removedIds"] },
  ),
  linkifiers_set: fc.record({ type: of("linkifiers_set"), linkifiers: some(a.linkifier) }),
  playgrounds_set: fc.record({ type: of("playgrounds_set"), playgrounds: some(a.playground) }),
  domain_added: fc.record({ type: of("domain_added"), domain: a.allowedDomain }),
  domain_changed: fc.record({ type: of("domain_changed"), domain: a.allowedDomain }),
  domain_removed: fc.record({ type: of("domain_removed"), domain: a.allowedDomain }),
  invitations_made: fc.record({ type: of("invitations_made"), invitations: some(a.invitation) }),
  invitation_mailed: fc.record({ type: of("invitation_mailed"), invitationId: id, mailedAt: ids }),
  invitations_closed: fc.record({
    type: of("invitations_closed"),
    invitationIds: ids,
    inviterIds: ids,
    status: fc.constantFrom("used" as const, "revoked" as const),
  }),
  channel_created: fc.record({ type: of("channel_created"), channel: a.channel }),
  channel_changed: fc.record({
    type: of("channel_changed"),
    channelId: id,
    nameBefore: text,
    wasArchived: bool,
    change: channelChange,
  }),
  default_channels_set: fc.record({ type: of("default_channels_set"), channelIds: ids }),
  default_channel_groups_set: fc.record({
    type: of("default_channel_groups_set"),
    groups: some(fc.record({ id, name: text, description: text, channelIds: ids })),
  }),
  channel_folders_set: fc.record({
    type: of("channel_folders_set"),
    folders: some(a.channelFolder),
    change: fc.oneof(
      fc.record({ op: of("add"), folderId: id }),
      fc.record({ op: of("update"), folderId: id, change: a.partOf(a.channelFolder) }),
      fc.record({ op: of("reorder") }),
    ),
  }),
  channel_revealed: fc.record(
    {
      type: of("channel_revealed"),
      channelId: id,
      userIds: ids.map((some) => compactIds([...new Set(some)])),
      history,
    },
    { requiredKeys: ["type", "channelId", "userIds"] },
  ),
  channel_hidden: fc.record({
    type: of("channel_hidden"),
    channelId: id,
    userIds: ids.map((some) => compactIds([...new Set(some)])),
  }),
  subscribed: fc.record(
    {
      type: of("subscribed"),
      subscriptions: some(a.subscription),
      firstMessageId: id,
      history: a.byKey(history),
    },
    { requiredKeys: ["type", "subscriptions", "firstMessageId"] },
  ),
  unsubscribed: fc.record(
    { type: of("unsubscribed"), channelIds: ids, userIds: ids, firstMessageId: id, unread: a.byKey(ids) },
    { requiredKeys: ["type", "channelIds", "userIds", "firstMessageId"] },
  ),
  subscriptions_changed: fc.record({
    type: of("subscriptions_changed"),
    userId: id,
    changes: some(
      fc.record({
        channelId: id,
        change: a.partOf(without(a.subscription, "userId", "channelId", "isActive")),
      }),
    ),
  }),
  drafts_added: fc.record({ type: of("drafts_added"), userId: id, drafts: some(a.draft) }),
  draft_changed: fc.record({ type: of("draft_changed"), userId: id, draft: a.draft }),
  draft_removed: fc.record({ type: of("draft_removed"), userId: id, draftId: id }),
  snippet_added: fc.record({ type: of("snippet_added"), userId: id, snippet: a.savedSnippet }),
  snippet_changed: fc.record({ type: of("snippet_changed"), userId: id, snippet: a.savedSnippet }),
  snippet_removed: fc.record({ type: of("snippet_removed"), userId: id, snippetId: id }),
  scheduled_set: fc.record({
    type: of("scheduled_set"),
    userId: id,
    scheduled: a.scheduledMessage,
    isNew: bool,
  }),
  scheduled_removed: fc.record({ type: of("scheduled_removed"), userId: id, scheduledId: id }),
  reminder_added: fc.record({ type: of("reminder_added"), userId: id, reminder: a.reminder }),
  reminder_removed: fc.record({ type: of("reminder_removed"), userId: id, reminderId: id }),
  navigation_view_added: fc.record({ type: of("navigation_view_added"), userId: id, view: a.navigationView }),
  navigation_view_changed: fc.record({
    type: of("navigation_view_changed"),
    userId: id,
    fragment: fc.string(),
    change: a.partOf(without(a.navigationView, "fragment")),
  }),
  navigation_view_removed: fc.record({
    type: of("navigation_view_removed"),
    userId: id,
    fragment: fc.string(),
  }),
  onboarding_step_seen: fc.record({
    type: of("onboarding_step_seen"),
    userId: id,
    step: fc.string(),
    remaining: some(fc.string()),
  }),
  topic_policy_set: fc.record({
    type: of("topic_policy_set"),
    userId: id,
    channelId: id,
    topic: text,
    policy: fc.constantFrom(...topicPolicies),
    setAt: id,
  }),
  topic_policies_carried: fc.record({
    type: of("topic_policies_carried"),
    from: topicPlace,
    to: topicPlace,
    carried: some(
      fc.record(
        {
          userIds: ids.map((some) => compactIds([...new Set(some)])),
          hadPolicy: bool,
          policy: fc.constantFrom(...topicPolicies),
        },
        { requiredKeys: ["userIds", "hadPolicy"] },
      ),
    ),
    setAt: id,
  }),
  attachment_added: fc.record({
    type: of("attachment_added"),
    userId: id,
    attachment: a.attachment,
    spaceUsed: id,
  }),
  attachment_sharing_changed: fc.record(
    {
      type: of("attachment_sharing_changed"),
      userId: id,
      op,
      messageId: id,
      spaceUsed: id,
      attachment: a.sharedAttachment,
      isHidden: fc.constant(true as const),
    },
    { requiredKeys: ["type", "userId", "op", "messageId", "attachment", "spaceUsed"] },
  ),
  attachment_removed: fc.record({
    type: of("attachment_removed"),
    userId: id,
    attachmentId: id,
    size: id,
    spaceUsed: id,
  }),
  emoji_added: fc.record({ type: of("emoji_added"), emoji: a.realmEmoji }),
  emoji_deactivated: fc.record({ type: of("emoji_deactivated"), emojiId: id }),
  call_token_changed: fc.record({
    type: of("call_token_changed"),
    userId: id,
    provider: text,
    isThere: bool,
  }),
  client_device_added: fc.record({ type: of("client_device_added"), userId: id, device: a.clientDevice }),
  client_device_changed: fc.record(
    {
      type: of("client_device_changed"),
      userId: id,
      deviceId: id,
      change: a.partOf(without(a.clientDevice, "id", "addedAt")),
      forRelay: fc.record({ publicKey: text, registration: text }),
    },
    { requiredKeys: ["type", "userId", "deviceId", "change"] },
  ),
  client_device_removed: fc.record({ type: of("client_device_removed"), userId: id, deviceId: id }),
  push_token_added: fc.record({ type: of("push_token_added"), userId: id, token: a.pushToken }),
  push_token_introduced: fc.record({
    type: of("push_token_introduced"),
    userId: id,
    token: pick(a.pushToken, "service", "token"),
  }),
  push_token_removed: fc.record({
    type: of("push_token_removed"),
    userId: id,
    token: pick(a.pushToken, "service", "token"),
  }),
  message_sent: fc.record(
    {
      type: of("message_sent"),
      message: a.message,
      beginsConversation: bool,
      flagsByUser: a.flagsByUser,
      origin: fc.record({ queueId: text, localId: text }),
      sendKey: text,
      botCalls: some(
        fc.record({
          botId: id,
          trigger: fc.constantFrom("mention" as const, "direct_message" as const),
        }),
      ),
    },
    { requiredKeys: ["type", "message", "beginsConversation", "flagsByUser"] },
  ),
  messages_deleted: reaching(
    fc.record(
      {
        type: of("messages_deleted"),
        conversation: a.conversation,
        topic: text,
        messageIds: ids,
        deletedAt: id,
        senderId: id,
        firstMessageId: fc.option(id),
      },
      { requiredKeys: ["type", "conversation", "topic", "messageIds", "deletedAt"] },
    ),
  ),
  messages_restored: fc.record({ type: of("messages_restored"), messageIds: ids }),
  reaction_changed: reaching(fc.record({ type: of("reaction_changed"), op, ...place, reaction: a.reaction })),
  submessage_added: reaching(fc.record({ type: of("submessage_added"), ...place, submessage: a.submessage })),
  message_edited: reaching(edited),
  message_rendered: reaching(
    fc.record(
      {
        type: of("message_rendered"),
        ...place,
        topic: text,
        content: text,
        renderedContent: text,
        rendererVersion: id,
        renderedAt: id,
        isFirst: fc.boolean(),
      },
      {
        requiredKeys: [
          "type",
          "messageId",
          "conversation",
          "topic",
          "content",
          "renderedContent",
          "rendererVersion",
          "renderedAt",
        ],
      },
    ),
  ),
  messages_moved: reaching(
    fc.record(
      {
        type: of("messages_moved"),
        messageIds: ids,
        from: topic,
        to: topic,
        edit: a.messageEdit,
        chosenId: id,
        edited,
        mode: fc.constantFrom(...moveModes),
        leftBehind: ids,
        lostBy: ids,
      },
      {
        requiredKeys: [
          "type",
          "messageIds",
          "from",
          "to",
          "edit",
          "chosenId",
          "mode",
          "leftBehind",
          "lostBy",
        ],
      },
    ),
  ),
  message_flags_changed: fc.record(
    {
      type: of("message_flags_changed"),
      userId: id,
      op,
      flag: fc.constantFrom(...editableFlags),
      messageIds: ids,
      isAll: fc.constant(true as const),
      ranges: some(fc.record({ conversationId: id, ids: ranges })),
      messages: some(fc.record({ id, conversation: a.conversation, topic: text, flags: some(a.flag) })),
    },
    { requiredKeys: ["type", "userId", "op", "flag", "messageIds", "ranges", "messages"] },
  ),
};

/** Every type of event. */
export const eventTypes = Object.keys(eventArbitraries) as readonly Type[];
/** Any event, with all types equally likely. */
export const anyEvent: fc.Arbitrary<RealmEvent> = fc.oneof(
  ...Object.values<fc.Arbitrary<RealmEvent>>(eventArbitraries),
);
