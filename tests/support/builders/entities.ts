import { firstSubscriptions } from "../../../src/application/users/shared/new-user";
import type { ChannelFolder } from "../../../src/domain/channel-folders/channel-folder";
import { type Channel, defaultChannelPermissions } from "../../../src/domain/channels/channel";
import { newSubscription, type Subscription } from "../../../src/domain/channels/subscription";
import type { RealmEmoji } from "../../../src/domain/emoji/realm-emoji";
import type { RealmEvent } from "../../../src/domain/events/event";
import { type Attachment, attachmentPath } from "../../../src/domain/files/attachment";
import { type GroupWithMembers, systemGroups } from "../../../src/domain/groups/user-group";
import type { Invitation } from "../../../src/domain/invitations/invitation";
import type { Linkifier } from "../../../src/domain/linkifiers/linkifier";
import type { Message } from "../../../src/domain/messages/message";
import type { ProfileField } from "../../../src/domain/profile-fields/profile-field";
import { type ClientDevice, newClientDevice, type PushToken } from "../../../src/domain/push/push-device";
import type { EventQueue } from "../../../src/domain/queues/event-queue";
import { noPictures, type Realm } from "../../../src/domain/realm/realm";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
import { defaultRealmSettings } from "../../../src/domain/realm/realm-settings";
import { type RealmSnapshot, stateOf } from "../../../src/domain/state/build";
import type { RealmState } from "../../../src/domain/state/realm-state";
import type { User } from "../../../src/domain/users/user";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import { noStatus } from "../../../src/domain/users/user-status";
import { aMoment } from "../application/fakes";

export const aRealm = (more: Partial<Realm> = {}): Realm => ({
  id: 1,
  subdomain: "",
  uuid: "6a1f0f5e-3c0d-4a57-8f0e-0d7c6f3a9b21",
  name: "Example",
  description: "A *place* to talk",
  renderedDescription: "<p>A <em>place</em> to talk</p>",
  isDeactivated: false,
  createdAt: aMoment,
  settings: defaultRealmSettings,
  permissions: defaultRealmPermissions,
  userDefaults: defaultUserSettings,
  pictures: noPictures,
  ...more,
});

export const aUser = (more: Partial<User> = {}): User => {
  const id = more.id ?? 1;
  return {
    id,
    email: `person${id}@example.com`,
    fullName: `Person ${id}`,
    role: "member",
    isActive: true,
    isDeleted: false,
    bot: null,
    isSystemBot: false,
    timezone: "",
    joinedAt: aMoment,
    awaitsFirstLogin: false,
    avatar: { source: "generated", version: 1 },
    apiKeyVersion: 1,
    apiKeyMadeAt: 0,
    secondFactors: 0,
    isImportedStub: false,
    canChangeUserEmails: false,
    profile: {},
    settings: defaultUserSettings,
    chosenSettings: [],
    status: noStatus,
    alertWords: [],
    mutedUsers: [],
    ...more,
  };
};

const channelsOf = (ids: Iterable<number>) => [...ids].map((id) => ({ id, defaultPushNotifications: false }));

/** A new user, subscribed to the realm's default channels. */
export const memberEvents = (
  user: User,
  { defaultChannels }: Pick<RealmState, "defaultChannels">,
  firstMessageId: number,
): readonly RealmEvent[] => [
  { type: "user_created", user },
  {
    type: "subscribed",
    subscriptions: firstSubscriptions(user.id, channelsOf(defaultChannels)),
    firstMessageId,
  },
];

export const aGroup = (more: Partial<GroupWithMembers> = {}): GroupWithMembers => ({
  id: 20,
  name: "team",
  description: "",
  systemName: null,
  members: [],
  subgroups: [],
  isDeactivated: false,
  creatorId: 1,
  createdAt: aMoment,
  permissions: {
    canAddMembersGroup: 8,
    canJoinGroup: 8,
    canLeaveGroup: 8,
    canManageGroup: 8,
    canMentionGroup: 8,
    canRemoveMembersGroup: 8,
  },
  ...more,
});

export const aRealmEmoji = (more: Partial<RealmEmoji> = {}): RealmEmoji => ({
  id: 1,
  name: "parrot",
  authorId: 1,
  image: "emoji/a.png",
  stillImage: null,
  isDeactivated: false,
  createdAt: aMoment,
  ...more,
});

export const anAttachment = (more: Partial<Attachment> = {}): Attachment => ({
  id: 1,
  path: attachmentPath(1, aToken(more.id ?? 1), "a.txt"),
  name: "a.txt",
  ownerId: 1,
  size: 5,
  contentType: "text/plain; charset=utf-8",
  uploadedAt: aMoment,
  image: null,
  ...more,
});

const aToken = (id: number): string => `0a000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

export const aProfileField = (more: Partial<ProfileField> = {}): ProfileField => ({
  id: 1,
  type: "short_text",
  name: "Phone",
  hint: "",
  choices: null,
  externalAccount: null,
  displayInProfileSummary: false,
  required: false,
  editableByUser: true,
  useForUserMatching: false,
  ...more,
});

/** Its conversation's id is the channel's plus 1000 by default. */
export const aChannel = (
  more: Partial<Omit<Channel, "permissions">> & { permissions?: Partial<Channel["permissions"]> } = {},
): Channel => {
  const { permissions, ...rest } = more;
  const id = more.id ?? 1;
  return {
    id,
    conversationId: id + 1000,
    name: `channel ${id}`,
    description: "",
    renderedDescription: "",
    privacy: "public",
    historyPublicToSubscribers: true,
    isArchived: false,
    creatorId: 1,
    createdAt: aMoment,
    messageRetentionDays: null,
    topicsPolicy: "inherit",
    folderId: null,
    defaultPushNotifications: false,
    isRecentlyActive: true,
    ...rest,
    permissions: { ...defaultChannelPermissions(rest.creatorId ?? 1), ...permissions },
  };
};

export const aChannelFolder = (more: Partial<ChannelFolder> = {}): ChannelFolder => ({
  id: 1,
  name: "Work",
  description: "",
  renderedDescription: "",
  isArchived: false,
  creatorId: 1,
  createdAt: aMoment,
  ...more,
});

export const aLinkifier = (more: Partial<Linkifier> = {}): Linkifier => ({
  id: 1,
  pattern: "#(?P<id>[0-9]+)",
  urlTemplate: "https://tracker.example.com/{id}",
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
  ...more,
});

export const anInvitation = (more: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  inviterId: 1,
  email: `invited${more.id ?? 1}@example.com`,
  role: "member",
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: true,
  tellsInviter: true,
  welcomeText: null,
  invitedAt: aMoment,
  expiresAt: null,
  mailedAt: [aMoment],
  status: "open",
  ...more,
});

export const aSubscription = (userId: number, channelId: number, more: Partial<Subscription> = {}) => ({
  ...newSubscription(userId, { id: channelId, defaultPushNotifications: false }, "#76ce90"),
  ...more,
});

/** A message in channel 1 by default. */
export const aMessage = (more: Partial<Message> = {}): Message => ({
  id: 1,
  conversation: { kind: "channel", id: 1001, channelId: 1 },
  topic: "lunch",
  senderId: 1,
  content: "hello",
  renderedContent: "<p>hello</p>",
  rendererVersion: 1,
  sentAt: aMoment / 1000,
  client: "tests",
  readBySender: true,
  reactions: [],
  edits: [],
  submessages: [],
  ...more,
});

export const directConversation = (id: number, ...participants: readonly number[]) =>
  ({ kind: "direct", id, participants }) as const;

export const channelConversation = (channelId: number) =>
  ({ kind: "channel", id: channelId + 1000, channelId }) as const;

export const aMessageSent = (
  message: Partial<Message> = {},
  more: Partial<Extract<RealmEvent, { type: "message_sent" }>> = {},
): RealmEvent => ({
  type: "message_sent",
  message: aMessage(message),
  beginsConversation: false,
  flagsByUser: {},
  ...more,
});

type FlagsChanged = Extract<RealmEvent, { type: "message_flags_changed" }>;

export const flagsChanged = (more: Partial<FlagsChanged>): RealmEvent => ({
  type: "message_flags_changed",
  userId: 1,
  op: "add",
  flag: "read",
  messageIds: [],
  ranges: [],
  messages: [],
  ...more,
});

export const aPushToken = (more: Partial<PushToken> = {}): PushToken => ({
  service: "fcm",
  token: "android-1",
  appId: null,
  keys: null,
  isIntroduced: true,
  sessionId: null,
  addedAt: aMoment,
  ...more,
});

/** A device that can receive notifications; its key is sealed by reversing it. */
export const aClientDevice = (more: Partial<ClientDevice> = {}): ClientDevice => ({
  ...newClientDevice(more.id ?? 1, aMoment),
  pushKeyId: 7,
  sealedPushKey: "yek",
  service: "fcm",
  tokenId: "AAAAAAAAAAE=",
  ...more,
});

export const aQueue = (more: Partial<EventQueue> = {}): EventQueue => ({
  id: "queue-1",
  userId: 1,
  categories: null,
  narrow: [],
  allPublicChannels: false,
  presentation: {},
  startsAfter: 0,
  acknowledged: 0,
  lastSeenAt: aMoment,
  idleTimeoutSeconds: 600,
  heardRunOf: 0,
  heardWebBuild: null,
  ...more,
});

/** A state with the system groups and the given contents. */
export const aRealmState = (more: Partial<RealmSnapshot> = {}): RealmState =>
  stateOf({
    position: 0,
    realm: aRealm(),
    users: [],
    channels: [],
    defaultChannels: [],
    subscriptions: [],
    defaultChannelGroups: [],
    channelFolders: [],
    profileFields: [],
    linkifiers: [],
    playgrounds: [],
    domains: [],
    emoji: [],
    invitations: [],
    pushDevices: [],
    acquaintances: [],
    ...more,
    groups: [...systemGroups, ...(more.groups ?? [])],
  });
