import type { SubscriptionChange } from "../../../src/domain/channels/subscription";
import { compactIds } from "../../../src/domain/collections/compact-ids";
import * as ranges from "../../../src/domain/collections/id-ranges";
import type { AllowedDomain } from "../../../src/domain/domains/allowed-domain";
import type { DraftDestination } from "../../../src/domain/drafts/draft";
import type { ChannelChange } from "../../../src/domain/events/channel-event";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { MessageEdited } from "../../../src/domain/events/message-event";
import type { RealmChange } from "../../../src/domain/events/people-event";
import type { PushEvent } from "../../../src/domain/events/push-event";
import type { Attachment } from "../../../src/domain/files/attachment";
import { type GroupSetting, onlyUser } from "../../../src/domain/groups/group-setting";
import type { Conversation, Message } from "../../../src/domain/messages/message";
import { participantsKey, sortedUnique } from "../../../src/domain/messages/message";
import type { Flag } from "../../../src/domain/messages/read-state";
import type { Submessage } from "../../../src/domain/messages/submessage";
import type { NavigationView } from "../../../src/domain/navigation/navigation-view";
import { newClientDevice } from "../../../src/domain/push/push-device";
import type { Reminder } from "../../../src/domain/reminders/reminder";
import type {
  ScheduledDestination,
  ScheduledMessage,
} from "../../../src/domain/scheduled-messages/scheduled-message";
import { topicPolicies } from "../../../src/domain/topics/topic-policy";
import type { Role } from "../../../src/domain/users/role";
import { aMoment } from "../application/fakes";
import {
  aChannel,
  aChannelFolder,
  aGroup,
  aLinkifier,
  aMessage,
  anAttachment,
  anInvitation,
  aProfileField,
  aRealmEmoji,
  aSubscription,
  aUser,
  channelConversation,
  directConversation,
  flagsChanged,
} from "../builders/entities";
import fc from "./fast-check";

export const userIds = [1, 2, 3] as const;
export const channelIds = [1, 2, 3] as const;
export const topics = ["lunch", "LUNCH", "Été", "éTÉ", "", "✔ lunch"] as const;
const renderings = [
  "<p>plain</p>",
  '<p><a href="https://example.com">here</a></p>',
  '<div class="message_inline_image"><a href="/user_uploads/1/a.png">a</a></div>',
] as const;
const users = fc.constantFrom(...userIds);
const channels = fc.constantFrom(...channelIds);
const several = <A>(one: fc.Arbitrary<A>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
const roleNames = fc.constantFrom<Role>("guest", "guest", "member", "administrator", "owner");
const fieldIds = fc.constantFrom(1, 2, 3);
const permission = fc.constantFrom<GroupSetting>(3, 8, { directMembers: [1, 2], directSubgroups: [20] });
const text = fc.constantFrom("", "a", "b 'c' ? :d \\\\ \"e\"");

/** Events about people that may happen at any time. */
const peopleEvent: fc.Arbitrary<RealmEvent> = fc.oneof(
  fc.record({
    type: fc.constant("realm_changed" as const),
    change: fc.constantFrom<RealmChange>(
      { name: "New" },
      { description: "x", renderedDescription: "<p>x</p>" },
      { settings: { waitingPeriodThreshold: 3, jitsiServerUrl: null }, permissions: { canCreateGroups: 8 } },
      { userDefaults: { colorScheme: "dark" }, permissions: { canAddCustomEmojiGroup: onlyUser(1) } },
    ),
  }),
  fc.record({
    type: fc.constant("group_changed" as const),
    groupId: fc.constantFrom(20, 21),
    isDeactivated: fc.boolean(),
    change: fc.oneof(
      fc.record({ isDeactivated: fc.boolean(), description: text }),
      fc.record({ permissions: fc.record({ canJoinGroup: permission }) }),
    ),
  }),
  fc.record({
    type: fc.constant("group_members_changed" as const),
    groupId: fc.constantFrom(3, 20, 21),
    isDeactivated: fc.boolean(),
    op: fc.constantFrom("add" as const, "remove" as const),
    userIds: several(users),
  }),
  fc.record({
    type: fc.constant("group_subgroups_changed" as const),
    groupId: fc.constantFrom(20, 21),
    isDeactivated: fc.boolean(),
    op: fc.constantFrom("add" as const, "remove" as const),
    subgroupIds: several(fc.constantFrom(2, 20, 21)),
  }),
  fc.record({
    type: fc.constant("user_changed" as const),
    userId: users,
    change: fc.oneof(
      fc.record({ fullName: text }),
      fc.record({ apiKeyVersion: fc.nat(9), timezone: text, isDeleted: fc.boolean() }),
      fc.record({ avatar: fc.constant({ source: "upload" as const, version: 2 }) }),
      fc.record({ joinedAt: fc.nat(), awaitsFirstLogin: fc.boolean(), isImportedStub: fc.boolean() }),
    ),
  }),
  fc.record({
    type: fc.constant("profile_values_changed" as const),
    userId: users,
    values: fc.dictionary(
      fieldIds.map(String),
      fc.oneof(
        fc.constant(null),
        fc.record({ value: text }),
        fc.record({ value: text, renderedValue: text }),
      ),
      { minKeys: 1, maxKeys: 2 },
    ),
  }),
  fc.record({
    type: fc.constant("user_settings_changed" as const),
    userId: users,
    change: fc.record({ enterSends: fc.boolean() }),
    isOwnChoice: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("user_status_changed" as const),
    userId: users,
    change: fc.oneof(
      fc.record({ text }),
      fc.record({
        emoji: fc.constantFrom(null, { name: "car", code: "1f697", kind: "unicode" as const }),
        isAway: fc.boolean(),
      }),
    ),
  }),
  fc.record({
    type: fc.constant("alert_words_set" as const),
    userId: users,
    words: fc.uniqueArray(text),
  }),
  fc.record({
    type: fc.constant("muted_users_set" as const),
    userId: users,
    muted: fc.array(fc.record({ userId: users, since: fc.nat() }), { maxLength: 2 }),
  }),
  fc.record(
    {
      type: fc.constant("profile_fields_set" as const),
      fields: fc
        .uniqueArray(fieldIds)
        .map((ids) => ids.map((id) => aProfileField({ id, name: `field ${id}`, hint: "a" }))),
      removedIds: fc.uniqueArray(fieldIds),
      ofUsers: fc.uniqueArray(users),
    },
    { requiredKeys: ["type", "fields", "removedIds"] },
  ),
  fc.record({
    type: fc.constant("linkifiers_set" as const),
    linkifiers: fc
      .uniqueArray(
        fc.record({
          id: fieldIds,
          pattern: text,
          exampleInput: fc.option(text),
          reverseTemplate: fc.option(text),
          alternativeUrlTemplates: fc.array(text, { maxLength: 2 }),
        }),
        { selector: ({ id }) => id },
      )
      .map((linkifiers) => linkifiers.map((one) => aLinkifier(one))),
  }),
  fc.record({
    type: fc.constant("playgrounds_set" as const),
    playgrounds: fc.uniqueArray(
      fc.record({ id: fieldIds, name: text, pygmentsLanguage: text, urlTemplate: text }),
      { selector: ({ id }) => id },
    ),
  }),
);

const carriedBy = (userIds: readonly number[]) =>
  fc.record(
    {
      userIds: fc.constant(compactIds(userIds)),
      hadPolicy: fc.boolean(),
      policy: fc.constantFrom(...topicPolicies),
    },
    { requiredKeys: ["userIds", "hadPolicy"] },
  );

const someToken = fc.record({
  service: fc.constantFrom("apns" as const, "fcm" as const),
  token: fc.constantFrom("aA", "Aa", "b ?"),
  appId: fc.constantFrom(null, "org.example"),
  keys: fc.constant(null),
  isIntroduced: fc.constant(false),
  sessionId: fc.constantFrom(null, "a session", "another"),
  addedAt: fc.nat(3),
});

/** Events about devices that may happen at any time. */
const pushEvent: fc.Arbitrary<PushEvent> = fc.oneof(
  fc.record({
    type: fc.constant("client_device_changed" as const),
    userId: users,
    deviceId: fc.nat(5),
    change: fc.constantFrom(
      { pushKeyId: 4_294_967_295, sealedPushKey: ":k ?" },
      { pendingTokenId: "AAAAAAAAAAE=", service: "apns" as const, tokenChangedAt: 5, failure: null },
      { tokenId: "AAAAAAAAAAE=", pendingTokenId: null, sealedAddress: "a" },
      { failure: "REQUEST_EXPIRED" as const },
    ),
  }),
  fc.record({
    type: fc.constant("client_device_removed" as const),
    userId: users,
    deviceId: fc.nat(5),
  }),
  fc.record({ type: fc.constant("push_token_added" as const), userId: users, token: someToken }),
  fc.record({
    type: fc.constantFrom("push_token_removed" as const, "push_token_introduced" as const),
    userId: users,
    token: someToken,
  }),
);

const pushStep = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("push" as const), event: pushEvent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("device" as const), user: users }) },
);

const peopleStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("people" as const), event: peopleEvent }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("role" as const), user: users, to: roleNames }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("activate" as const), user: users }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("domain" as const), id: fieldIds, subdomains: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("invite" as const),
      isLink: fc.boolean(),
      channels: fc.uniqueArray(channels),
      closes: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
      mails: fc.nat(5),
    }),
  },
);

const folder = fc.record({
  id: fc.constantFrom(1, 2, 3),
  name: text,
  isArchived: fc.boolean(),
  creatorId: fc.constantFrom(null, 1),
});

/** Events about channels that may happen at any time. */
const channelEvent: fc.Arbitrary<RealmEvent> = fc.oneof(
  fc.record({
    type: fc.constant("channel_changed" as const),
    channelId: channels,
    nameBefore: text,
    wasArchived: fc.boolean(),
    change: fc.constantFrom<ChannelChange>(
      { description: "b ? 'c'", renderedDescription: "<p>:b</p>" },
      { privacy: "private", historyPublicToSubscribers: false },
      { privacy: "web-public", historyPublicToSubscribers: true },
      { isArchived: true },
      { isArchived: false, messageRetentionDays: null },
      { messageRetentionDays: 30, topicsPolicy: "disable_empty_topic" },
      { folderId: 2, permissions: { canSendMessageGroup: onlyUser(2) } },
      { folderId: null },
      { permissions: { canSubscribeGroup: 3, canAddSubscribersGroup: 8 } },
    ),
  }),
  fc.record({
    type: fc.constant("channel_folders_set" as const),
    folders: fc
      .uniqueArray(folder, { selector: ({ id }) => id })
      .map((folders) => folders.map((one) => aChannelFolder(one))),
    change: fc.constant({ op: "reorder" as const }),
  }),
  fc.record({
    type: fc.constant("subscriptions_changed" as const),
    userId: users,
    changes: fc.array(
      fc.record({
        channelId: channels,
        change: fc.constantFrom<SubscriptionChange>(
          { isMuted: true },
          { isMuted: false, color: "#abc" },
          { pinToTop: true, emailNotifications: false },
          { emailNotifications: null, wildcardMentionsNotify: true },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constantFrom("channel_hidden" as const, "channel_revealed" as const),
    channelId: channels,
    userIds: several(users),
  }),
);

const draftId = fc.constantFrom(1, 2, 3);
const draft = fc.record({
  id: draftId,
  place: fc.constantFrom<DraftDestination>(
    { kind: "nowhere" },
    { kind: "channel", channelId: 1, topic: "b ? 'c'" },
    { kind: "direct", userIds: [1, 2] },
  ),
  content: text,
  editedAt: fc.constantFrom(1_700_000_000, 1_700_000_000.25, 5),
});

const scheduled = fc.record<ScheduledMessage>({
  id: draftId,
  place: fc.constantFrom<ScheduledDestination>(
    { kind: "channel", channelId: 1, topic: "b ? 'c'" },
    { kind: "direct", userIds: [1, 2] },
  ),
  content: text,
  renderedContent: text,
  client: text,
  readBySender: fc.boolean(),
  deliverAt: fc.integer({ min: 1_700_000_000, max: 1_700_000_050 }),
  failure: fc.constantFrom(null, "b 'c'"),
});

const reminder = fc.record<Reminder>({
  id: draftId,
  messageId: fc.integer({ min: 1, max: 9 }),
  content: text,
  renderedContent: text,
  note: text,
  remindAt: fc.integer({ min: 1_700_000_000, max: 1_700_000_050 }),
});

const fragments = fc.constantFrom("inbox", "narrow/is/b ?", "narrow/'c'");
const view = fc.record<NavigationView>({
  fragment: fragments,
  isPinned: fc.boolean(),
  name: fc.constantFrom(null, "b 'c'"),
});

/** Users' personal data, which may change at any time. */
const userDataEvent: fc.Arbitrary<RealmEvent> = fc.oneof(
  fc.record({ type: fc.constant("draft_changed" as const), userId: users, draft }),
  fc.record({ type: fc.constant("draft_removed" as const), userId: users, draftId }),
  fc.record({
    type: fc.constantFrom("snippet_added" as const, "snippet_changed" as const),
    userId: users,
    snippet: fc.record({ id: draftId, title: text, content: text, createdAt: fc.constant(aMoment) }),
  }),
  fc.record({ type: fc.constant("snippet_removed" as const), userId: users, snippetId: draftId }),
  fc.record({ type: fc.constant("scheduled_set" as const), userId: users, scheduled, isNew: fc.boolean() }),
  fc.record({ type: fc.constant("reminder_added" as const), userId: users, reminder }),
  fc.record({ type: fc.constant("reminder_removed" as const), userId: users, reminderId: draftId }),
  fc.record({ type: fc.constant("navigation_view_added" as const), userId: users, view }),
  fc.record({
    type: fc.constant("navigation_view_changed" as const),
    userId: users,
    fragment: fragments,
    change: fc.constantFrom({ isPinned: true }, { name: "b 'c' ?" }, { isPinned: false, name: null }),
  }),
  fc.record({
    type: fc.constant("navigation_view_removed" as const),
    userId: users,
    fragment: fragments,
  }),
  fc.record({
    type: fc.constant("onboarding_step_seen" as const),
    userId: users,
    remaining: fc.constant([]),
    step: fc.constantFrom("one", "two ? 'x'"),
  }),
  fc.record({ type: fc.constant("scheduled_removed" as const), userId: users, scheduledId: draftId }),
  fc.record({
    type: fc.constant("topic_policy_set" as const),
    userId: users,
    channelId: channels,
    topic: fc.constantFrom(...topics),
    policy: fc.constantFrom(...topicPolicies),
    setAt: fc.nat(99),
  }),
  fc.record({
    type: fc.constant("topic_policies_carried" as const),
    from: fc.record({ channelId: channels, topic: fc.constantFrom(...topics) }),
    to: fc.record({ channelId: channels, topic: fc.constantFrom(...topics) }),
    carried: fc
      .tuple(fc.uniqueArray(users, { minLength: 1 }), fc.uniqueArray(users))
      .chain(([some, more]) => fc.tuple(...[some, more.filter((id) => !some.includes(id))].map(carriedBy))),
    setAt: fc.nat(99),
  }),
  fc.record({
    type: fc.constant("call_token_changed" as const),
    userId: users,
    provider: fc.constantFrom("zoom", "webex"),
    isThere: fc.boolean(),
  }),
);

/** Changes of the organization's own pictures and emoji, whose ids the chronicle assigns. */
const pictureStep = fc.oneof(
  fc.record({
    do: fc.constant("emoji" as const),
    name: fc.constantFrom("parrot", "cat"),
    moves: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("people" as const),
    event: fc.constantFrom<RealmEvent>(
      { type: "realm_changed", change: { pictures: { icon: { file: "icon.png", version: 2 } } } },
      { type: "realm_changed", change: { pictures: { nightLogo: { file: null, version: 3 } } } },
      { type: "user_changed", userId: 1, change: { avatar: { source: "upload", version: 2, file: "a" } } },
    ),
  }),
);

const attachmentStep = fc.record({
  do: fc.constant("attachment" as const),
  what: fc.constantFrom(
    "add" as const,
    "share" as const,
    "share" as const,
    "unshare" as const,
    "remove" as const,
  ),
  user: users,
  pick: fc.nat(30),
  of: fc.nat(5),
  size: fc.nat(99),
});

const mark = fc.constantFrom<Flag>("mentioned", "has_alert_word", "starred");

/** What may happen in a realm, before the ids are known. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("subscribe" as const), users: several(users), channel: channels }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("unsubscribe" as const),
      users: several(users),
      channels: several(channels),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      sender: users,
      channel: channels,
      topic: fc.constantFrom(...topics),
      typed: fc.boolean(),
      gap: fc.constantFrom(0, 0, 2),
      marked: fc.dictionary(fc.constantFrom("1", "2"), several(mark), { maxKeys: 2 }),
      called: fc.uniqueArray(users, { maxLength: 2 }),
      readBy: fc.uniqueArray(users, { maxLength: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("write" as const), sender: users, others: several(users) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("flag" as const),
      user: users,
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read" as const, "read" as const, "starred" as const, "collapsed" as const),
      picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
      onwards: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("defaults" as const), channels: fc.uniqueArray(channels) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 6, arbitrary: peopleStep },
  { weight: 2, arbitrary: pushStep },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("channel" as const), event: channelEvent }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("userData" as const), event: userDataEvent }) },
  { weight: 2, arbitrary: pictureStep },
  { weight: 5, arbitrary: attachmentStep },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("react" as const),
      user: users,
      pick: fc.nat(30),
      emoji: fc.constantFrom("1f44d", "1f697"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("edit" as const), user: users, pick: fc.nat(30), content: text }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("render" as const),
      pick: fc.nat(30),
      version: fc.constantFrom(2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("attach" as const),
      user: users,
      pick: fc.nat(30),
      content: text,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
      channel: channels,
      topic: fc.constantFrom(...topics),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("restore" as const),
      picks: fc.array(fc.nat(9), { maxLength: 3 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type StepOf<Do extends Step["do"]> = Extract<Step, { do: Do }>;

const beginnings: readonly RealmEvent[] = [
  ...userIds.map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) })),
  ...channelIds.map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
  { type: "group_created", group: { ...aGroup(), id: 3, name: "role:members", systemName: "role:members" } },
  ...[20, 21].map((id): RealmEvent => ({ type: "group_created", group: aGroup({ id, name: `team ${id}` }) })),
];

/** Turns steps into events that could have happened. */
const edited = (
  { id, conversation }: Pick<Message, "id" | "conversation">,
  by: number,
  content: string,
): MessageEdited => ({
  type: "message_edited",
  messageId: id,
  conversation,
  topic: "",
  content,
  renderedContent: `<p>${content}</p>`,
  rendererVersion: 1,
  flagsByUser: content === "" ? {} : { [by]: ["has_alert_word", "mentioned"] },
  edit: { editedAt: 5, userId: by, content: { before: "b ?", renderedBefore: "<p>:b</p>" } },
});

class Chronicle {
  readonly events: RealmEvent[] = [...beginnings];
  private readonly sent: { readonly id: number; readonly conversation: Conversation }[] = [];
  private reacted: Extract<RealmEvent, { type: "reaction_changed" }>[] = [];
  private readonly deleted: { readonly id: number; readonly conversation: Conversation }[] = [];
  private readonly conversations = new Map<string, Extract<Conversation, { kind: "direct" }>>();
  private readonly roles = new Map<number, Role>();
  private readonly inactive = new Set<number>();
  private readonly domains = new Map<number, AllowedDomain>();
  private readonly emoji: string[] = [];
  private readonly active = new Map<string, number>();
  private readonly attachments: Attachment[] = [];
  private attachmentCount = 0;
  private nextMessageId = 1;
  private devices = 0;
  private nextSubmessageId = 1;
  private invited = 0;

  take(one: Step): void {
    switch (one.do) {
      case "subscribe":
        this.events.push({
          type: "subscribed",
          subscriptions: one.users.map((userId) => aSubscription(userId, one.channel)),
          firstMessageId: this.nextMessageId,
        });
        break;
      case "unsubscribe":
        this.events.push({
          type: "unsubscribed",
          userIds: one.users,
          channelIds: one.channels,
          firstMessageId: this.nextMessageId,
        });
        break;
      case "send":
        this.nextMessageId += one.gap;
        this.send(channelConversation(one.channel), one);
        break;
      case "write":
        this.write(one);
        break;
      case "flag":
        this.flag(one);
        break;
      case "defaults":
        this.events.push({ type: "default_channels_set", channelIds: one.channels });
        break;
      case "delete":
        this.delete(one);
        break;
      case "react":
        this.react(one);
        break;
      case "render":
        this.render(one);
        break;
      case "attach":
        this.attach(one);
        break;
      case "edit":
        this.edit(one);
        break;
      case "move":
        this.move(one);
        break;
      case "restore":
        this.restore(one);
        break;
      case "emoji":
        this.changeEmoji(one);
        break;
      case "attachment":
        this.changeAttachment(one);
        break;
      case "people":
      case "channel":
      case "userData":
      case "push":
        this.events.push(one.event);
        break;
      case "device":
        this.devices += 1;
        this.events.push({
          type: "client_device_added",
          userId: one.user,
          device: newClientDevice(this.devices, aMoment),
        });
        break;
      case "activate":
        this.activate(one);
        break;
      case "role":
        this.changeRole(one);
        break;
      case "domain":
        this.changeDomain(one);
        break;
      case "invite":
        this.invite(one);
        break;
    }
  }

  private send(
    conversation: Conversation,
    how: Pick<StepOf<"send">, "sender" | "topic" | "typed" | "marked" | "called" | "readBy">,
    beginsConversation = false,
  ): void {
    const id = this.nextMessageId;
    this.nextMessageId += 1;
    this.sent.push({ id, conversation });
    const message = aMessage({
      id,
      conversation,
      topic: how.topic,
      senderId: how.sender,
      readBySender: how.typed,
      renderedContent: renderings[id % renderings.length] ?? "",
      sentAt: 1_700_000_000 + id,
      submessages: id % 5 === 0 ? [this.submessage(how.sender, '{"widget_type":"poll"}')] : [],
    });
    const botCalls = how.called.map((botId) => ({ botId, trigger: "mention" as const }));
    this.events.push({
      type: "message_sent",
      message,
      beginsConversation,
      flagsByUser: how.marked,
      ...(botCalls.length > 0 && { botCalls }),
      ...(how.readBy.length > 0 && { readBy: how.readBy }),
    });
  }

  private write({ sender, others }: StepOf<"write">): void {
    const people = sortedUnique([sender, ...others]);
    const known = this.conversations.get(participantsKey(people));
    const conversation = known ?? directConversation(2001 + this.conversations.size, ...people);
    this.conversations.set(participantsKey(people), conversation);
    const how = { sender, topic: "" as const, typed: true, marked: {}, called: [], readBy: [] };
    this.send(conversation, how, known === undefined);
  }

  private delete({ picks }: StepOf<"delete">): void {
    const [first] = this.picked(picks);
    if (first === undefined) return;
    const ids = this.picked(picks)
      .filter(({ conversation }) => conversation.id === first.conversation.id)
      .map(({ id }) => id);
    const messageIds = [...new Set(ids)];
    this.events.push({
      type: "messages_deleted",
      conversation: first.conversation,
      topic: "",
      messageIds,
      deletedAt: aMoment,
    });
    for (const id of messageIds)
      this.deleted.push(
        ...this.sent.splice(
          this.sent.findIndex((one) => one.id === id),
          1,
        ),
      );
  }

  private restore({ picks }: StepOf<"restore">): void {
    const back = [...new Set(picks.flatMap((pick) => this.deleted[pick] ?? []))];
    this.events.push({ type: "messages_restored", messageIds: back.map(({ id }) => id) });
    this.sent.push(...back);
    for (const one of back) this.deleted.splice(this.deleted.indexOf(one), 1);
  }

  private submessage(senderId: number, content: string): Submessage {
    this.nextSubmessageId += 1;
    return { id: this.nextSubmessageId, senderId, kind: "widget", content };
  }

  private attach({ user, pick, content }: StepOf<"attach">): void {
    const [message] = this.picked([pick]);
    if (message === undefined) return;
    const { id: messageId, conversation } = message;
    const submessage = this.submessage(user, content);
    this.events.push({ type: "submessage_added", messageId, conversation, submessage });
  }

  /** Adds or removes a reaction. */
  private react({ user, pick, emoji }: StepOf<"react">): void {
    const [message] = this.picked([pick]);
    if (message === undefined) return;
    const { id: messageId, conversation } = message;
    const reaction = { userId: user, emoji: { name: `:${emoji}`, code: emoji, kind: "unicode" } } as const;
    const isThere = this.reacted.some(
      (one) =>
        one.messageId === messageId && one.reaction.userId === user && one.reaction.emoji.code === emoji,
    );
    const op = isThere ? "remove" : "add";
    const event = { type: "reaction_changed", op, messageId, conversation, reaction } as const;
    this.events.push(event);
    if (op === "add") this.reacted.push(event);
    else
      this.reacted = this.reacted.filter(
        ({ messageId: id, reaction: { userId, emoji: known } }) =>
          id !== messageId || userId !== user || known.code !== emoji,
      );
  }

  private render({ pick, version }: StepOf<"render">): void {
    const [message] = this.picked([pick]);
    if (message === undefined) return;
    this.events.push({
      type: "message_rendered",
      messageId: message.id,
      conversation: message.conversation,
      topic: "",
      content: "b ?",
      renderedContent: "<p>:b 'anew'</p>",
      rendererVersion: version,
      renderedAt: 5,
    });
  }

  private edit({ user, pick, content }: StepOf<"edit">): void {
    const [message] = this.picked([pick]);
    if (message !== undefined) this.events.push(edited(message, user, content));
  }

  /** Moves messages of one channel, whatever their topics, to a topic of the same or another channel. */
  private move({ picks, channel, topic }: StepOf<"move">): void {
    const [first] = this.picked(picks);
    if (first === undefined || first.conversation.kind !== "channel") return;
    const { conversation } = first;
    const chosen = this.picked(picks).filter((one) => one.conversation.id === conversation.id);
    const messageIds = sortedUnique(chosen.map(({ id }) => id));
    const to = { conversation: channelConversation(channel), topic };
    this.events.push({
      type: "messages_moved",
      messageIds,
      from: { conversation, topic: "" },
      to,
      edit: { editedAt: 6, userId: 1, topic: { before: "", after: topic } },
      chosenId: first.id,
      mode: "change_one",
      lostBy: channel === 2 ? [2] : [],
      leftBehind: [],
      ...(conversation.channelId === channel && { edited: edited(first, 1, "c ?") }),
    });
    for (const one of this.sent)
      if (messageIds.includes(one.id))
        this.sent[this.sent.indexOf(one)] = { ...one, conversation: to.conversation };
  }

  private picked(picks: readonly number[]) {
    return picks.flatMap((pick) => this.sent[pick % Math.max(1, this.sent.length)] ?? []);
  }

  /** Adds an emoji, or deactivates the one of that name. */
  private changeEmoji({ name, moves }: StepOf<"emoji">): void {
    const known = this.active.get(name);
    if (known !== undefined) {
      this.active.delete(name);
      this.events.push({ type: "emoji_deactivated", emojiId: known });
      return;
    }
    this.emoji.push(name);
    const id = this.emoji.length;
    this.active.set(name, id);
    const stillImage = moves ? "emoji/still.png" : null;
    this.events.push({ type: "emoji_added", emoji: aRealmEmoji({ id, name, stillImage }) });
  }

  private changeAttachment({ what, user, pick, of, size }: StepOf<"attachment">): void {
    if (what === "add") {
      this.attachmentCount += 1;
      const attachment = anAttachment({ id: this.attachmentCount, ownerId: user, size });
      this.attachments.push(attachment);
      this.events.push({ type: "attachment_added", userId: user, attachment, spaceUsed: 0 });
      return;
    }
    const attachment = this.attachments[of % Math.max(1, this.attachments.length)];
    const [message] = this.picked([pick]);
    if (attachment === undefined) return;
    const { id, ownerId: userId } = attachment;
    if (what === "remove") {
      this.attachments.splice(this.attachments.indexOf(attachment), 1);
      this.events.push({
        type: "attachment_removed",
        userId,
        attachmentId: id,
        size: attachment.size,
        spaceUsed: 0,
      });
    } else if (message !== undefined)
      this.events.push({
        type: "attachment_sharing_changed",
        op: what === "share" ? "add" : "remove",
        userId,
        messageId: message.id,
        attachment: { ...attachment, messages: [] },
        spaceUsed: 0,
      });
  }

  /** Deactivates or reactivates an account. */
  private activate({ user }: StepOf<"activate">): void {
    const common = { userId: user, firstMessageId: this.nextMessageId };
    if (this.inactive.delete(user))
      this.events.push({ type: "user_reactivated", ...common, apiKeyVersion: this.nextMessageId });
    else {
      this.inactive.add(user);
      this.events.push({ type: "user_deactivated", ...common });
    }
  }

  /** A new guest sees the people they have a conversation with. */
  private changeRole({ user, to }: StepOf<"role">): void {
    const talks = [...this.conversations.values()].filter(({ participants }) => participants.includes(user));
    const acquaintances = [...new Set(talks.flatMap(({ participants }) => participants))];
    this.events.push({
      type: "role_changed",
      userId: user,
      from: this.roles.get(user) ?? "member",
      to,
      ...(to === "guest" && { acquaintances }),
    });
    this.roles.set(user, to);
  }

  private invite({ isLink, channels: channelIds, closes, mails }: StepOf<"invite">): void {
    this.invited += 1;
    const id = this.invited;
    const invitation = anInvitation({ id, channelIds, ...(isLink && { email: null, expiresAt: aMoment }) });
    this.events.push({ type: "invitations_made", invitations: [invitation] });
    this.events.push({ type: "invitation_mailed", invitationId: mails, mailedAt: [aMoment, mails] });
    const status = isLink ? ("revoked" as const) : ("used" as const);
    if (closes.length > 0)
      this.events.push({ type: "invitations_closed", invitationIds: closes, inviterIds: [1], status });
  }

  private changeDomain({ id, subdomains }: StepOf<"domain">): void {
    const before = this.domains.get(id);
    const domain = { id, domain: `mail${id}.example.com`, allowSubdomains: subdomains };
    if (before?.allowSubdomains === subdomains) {
      this.domains.delete(id);
      this.events.push({ type: "domain_removed", domain: before });
      return;
    }
    this.domains.set(id, domain);
    this.events.push({ type: before ? "domain_changed" : "domain_added", domain });
  }

  private flag({ user, op, flag, picks, onwards }: StepOf<"flag">): void {
    const chosen = [...new Set(this.picked(picks))];
    const conversations = new Set(chosen.map(({ conversation }) => conversation.id));
    this.events.push(
      flagsChanged({
        userId: user,
        op,
        flag,
        messageIds: chosen.map(({ id }) => id),
        ranges:
          flag === "read"
            ? [...conversations].map((conversationId) => {
                const ids = chosen
                  .filter((one) => one.conversation.id === conversationId)
                  .map(({ id }) => id);
                return {
                  conversationId,
                  ids: onwards && op === "add" ? ranges.from(Math.min(...ids)) : ranges.ofIds(ids),
                };
              })
            : [],
      }),
    );
  }
}

/** Random steps of a realm with three users and three channels. */
export const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 5, maxLength: 40 });

/** The events of the steps, starting with the users and channels. */
export const historyOf = (steps: readonly Step[]): readonly RealmEvent[] => {
  const chronicle = new Chronicle();
  for (const one of steps) chronicle.take(one);
  return chronicle.events;
};
