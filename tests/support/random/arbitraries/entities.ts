import { type Bot, botTypes } from "../../../../src/domain/bots/bot";
import type { ChannelFolder } from "../../../../src/domain/channel-folders/channel-folder";
import { type Channel, channelPermissions, topicsPolicies } from "../../../../src/domain/channels/channel";
import type { Subscription } from "../../../../src/domain/channels/subscription";
import type { AllowedDomain } from "../../../../src/domain/domains/allowed-domain";
import type { Draft, DraftDestination } from "../../../../src/domain/drafts/draft";
import { type EmojiReference, emojiKinds } from "../../../../src/domain/emoji/emoji";
import type { RealmEmoji } from "../../../../src/domain/emoji/realm-emoji";
import type { Attachment, SharedAttachment } from "../../../../src/domain/files/attachment";
import type { GroupSetting } from "../../../../src/domain/groups/group-setting";
import { systemGroupNames } from "../../../../src/domain/groups/system-group";
import { type GroupWithMembers, groupPermissions } from "../../../../src/domain/groups/user-group";
import type { Invitation } from "../../../../src/domain/invitations/invitation";
import type { Linkifier } from "../../../../src/domain/linkifiers/linkifier";
import type { Conversation, Message } from "../../../../src/domain/messages/message";
import type { MessageEdit } from "../../../../src/domain/messages/message-edit";
import type { Reaction } from "../../../../src/domain/messages/reaction";
import { editableFlags, type Flag, serverFlags } from "../../../../src/domain/messages/read-state";
import type { Submessage } from "../../../../src/domain/messages/submessage";
import type { NavigationView } from "../../../../src/domain/navigation/navigation-view";
import type { Playground } from "../../../../src/domain/playgrounds/playground";
import {
  type ProfileField,
  type ProfileValue,
  profileFieldTypes,
} from "../../../../src/domain/profile-fields/profile-field";
import { type ClientDevice, type PushToken, pushServices } from "../../../../src/domain/push/push-device";
import type { Realm } from "../../../../src/domain/realm/realm";
import { realmPermissions } from "../../../../src/domain/realm/realm-permission";
import { defaultRealmSettings, type RealmSettings } from "../../../../src/domain/realm/realm-settings";
import type { Reminder } from "../../../../src/domain/reminders/reminder";
import type {
  ScheduledDestination,
  ScheduledMessage,
} from "../../../../src/domain/scheduled-messages/scheduled-message";
import type { SavedSnippet } from "../../../../src/domain/snippets/saved-snippet";
import { roles } from "../../../../src/domain/users/role";
import type { User } from "../../../../src/domain/users/user";
import {
  defaultUserSettings,
  emailVisibilities,
  type UserSettings,
} from "../../../../src/domain/users/user-settings";
import type { UserStatus } from "../../../../src/domain/users/user-status";
import fc from "../fast-check";

/** Arbitrary values of what events and rows carry: with a codec and a type, the third of each trio. */

/** The state reserves a place for each id up to the highest, so higher ones would only make it slow. */
export const id = fc.nat(9_999);
export const ids = fc.array(id, { maxLength: 3 });
export const bool = fc.boolean();
export const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("O'Neill", '"?" :name $1 \\ \\n', "\u2028 🎉", "__proto__"),
);
export const orNull = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: null });
export const byKey = <A>(of: fc.Arbitrary<A>) => fc.dictionary(fc.nat(99).map(String), of, { maxKeys: 3 });
/** Some of the fields. */
export const partOf = <A extends object>(of: fc.Arbitrary<A>): fc.Arbitrary<Partial<A>> =>
  fc.tuple(of, fc.infiniteStream(bool)).map(([whole, picks]) => {
    const kept = Object.entries(whole).filter(() => picks.next().value);
    return Object.fromEntries(kept) as Partial<A>;
  });

export const role = fc.constantFrom(...roles);
export const flag = fc.constantFrom<Flag>(...editableFlags, ...serverFlags);
export const flagsByUser = byKey(fc.array(flag, { maxLength: 2 }));
const groupSetting: fc.Arbitrary<GroupSetting> = fc.oneof(
  id,
  fc.record({ directMembers: ids, directSubgroups: ids }),
);
const settingOf = <Name extends string>(names: readonly Name[]) =>
  fc
    .array(groupSetting, { minLength: names.length, maxLength: names.length })
    .map(
      (values) =>
        Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<Name, GroupSetting>,
    );

export const userSettings: fc.Arbitrary<UserSettings> = fc
  .record({ enterSends: bool, webFontSizePx: id, defaultLanguage: text, hideAiFeatures: bool })
  .chain((some) =>
    fc
      .constantFrom(...emailVisibilities)
      .map((emailAddressVisibility) => ({ ...defaultUserSettings, ...some, emailAddressVisibility })),
  );
const retentionDays = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant("forever" as const));
export const realmSettings: fc.Arbitrary<RealmSettings> = fc
  .record({
    jitsiServerUrl: orNull(text),
    inviteRequired: bool,
    messageRetentionDays: retentionDays,
    topicsPolicy: fc.constantFrom("allow_empty_topic" as const, "disable_empty_topic" as const),
    messageContentEditLimitSeconds: orNull(id),
    messageEditHistoryVisibilityPolicy: fc.constantFrom("all" as const, "moves" as const, "none" as const),
    defaultAvatarSource: fc.constantFrom("generated" as const, "gravatar" as const),
  })
  .map((some) => ({ ...defaultRealmSettings, ...some }));
export const realmPermission = settingOf(realmPermissions);
const picture = fc.record({ file: orNull(text), version: id });
export const pictures = fc.record({ icon: picture, logo: picture, nightLogo: picture });

export const realm: fc.Arbitrary<Realm> = fc.record({
  id,
  subdomain: text,
  uuid: fc.uuid(),
  name: text,
  description: text,
  renderedDescription: text,
  isDeactivated: bool,
  createdAt: id,
  settings: realmSettings,
  permissions: realmPermission,
  userDefaults: userSettings,
  pictures,
});

const emojiReference: fc.Arbitrary<EmojiReference> = fc.record({
  name: text,
  code: text,
  kind: fc.constantFrom(...emojiKinds),
});
export const userStatus: fc.Arbitrary<UserStatus> = fc.record({
  text,
  emoji: orNull(emojiReference),
  isAway: bool,
});
export const bot: fc.Arbitrary<Bot> = fc.record({
  type: fc.constantFrom(...botTypes),
  ownerId: orNull(id),
  defaultSendingChannelId: orNull(id),
  defaultEventsChannelId: orNull(id),
  defaultAllPublicChannels: bool,
  service: orNull(
    fc.record({ name: text, url: text, interface: fc.constantFrom("native" as const, "slack" as const) }),
  ),
  config: byKey(text),
});
export const profileValue: fc.Arbitrary<ProfileValue> = fc.record(
  { value: text, renderedValue: text },
  { requiredKeys: ["value"] },
);
export const mutedUser = fc.record({ userId: id, since: id });
export const user: fc.Arbitrary<User> = fc.record({
  id,
  email: text,
  fullName: text,
  role,
  isActive: bool,
  isDeleted: bool,
  bot: orNull(bot),
  isSystemBot: bool,
  timezone: text,
  joinedAt: id,
  awaitsFirstLogin: bool,
  avatar: fc.record(
    {
      source: fc.constantFrom("generated" as const, "gravatar" as const, "upload" as const),
      version: id,
      file: text,
    },
    { requiredKeys: ["source", "version"] },
  ),
  apiKeyVersion: id,
  apiKeyMadeAt: id,
  secondFactors: id,
  isImportedStub: bool,
  canChangeUserEmails: bool,
  profile: byKey(profileValue),
  settings: userSettings,
  chosenSettings: fc.array(text, { maxLength: 2 }),
  status: userStatus,
  alertWords: fc.array(text, { maxLength: 2 }),
  mutedUsers: fc.array(mutedUser, { maxLength: 2 }),
});

export const groupPermission = settingOf(groupPermissions);
export const userGroup: fc.Arbitrary<GroupWithMembers> = fc.record({
  id,
  name: text,
  description: text,
  systemName: orNull(fc.constantFrom(...systemGroupNames)),
  members: ids,
  subgroups: ids,
  isDeactivated: bool,
  creatorId: orNull(id),
  createdAt: orNull(id),
  permissions: groupPermission,
});

export const channelPermission = settingOf(channelPermissions);
export const channel: fc.Arbitrary<Channel> = fc.record({
  id,
  conversationId: id,
  name: text,
  description: text,
  renderedDescription: text,
  privacy: fc.constantFrom("public" as const, "private" as const, "web-public" as const),
  historyPublicToSubscribers: bool,
  isArchived: bool,
  creatorId: orNull(id),
  createdAt: id,
  messageRetentionDays: orNull(retentionDays),
  topicsPolicy: fc.constantFrom(...topicsPolicies),
  folderId: orNull(id),
  defaultPushNotifications: fc.boolean(),
  isRecentlyActive: fc.boolean(),
  permissions: channelPermission,
});
export const channelFolder: fc.Arbitrary<ChannelFolder> = fc.record({
  id,
  name: text,
  description: text,
  renderedDescription: text,
  isArchived: bool,
  creatorId: orNull(id),
  createdAt: id,
});
export const subscription: fc.Arbitrary<Subscription> = fc.record({
  userId: id,
  channelId: id,
  isActive: bool,
  color: text,
  isMuted: bool,
  pinToTop: bool,
  desktopNotifications: orNull(bool),
  audibleNotifications: orNull(bool),
  pushNotifications: orNull(bool),
  emailNotifications: orNull(bool),
  wildcardMentionsNotify: orNull(bool),
});

export const inChannel = fc.record({ kind: fc.constant("channel" as const), id, channelId: id });
export const conversation: fc.Arbitrary<Conversation> = fc.oneof(
  inChannel,
  fc.record({ kind: fc.constant("direct" as const), id, participants: ids }),
);
export const reaction: fc.Arbitrary<Reaction> = fc.record({ userId: id, emoji: emojiReference });
export const submessage: fc.Arbitrary<Submessage> = fc.record({
  id,
  senderId: id,
  kind: text,
  content: text,
});
export const messageEdit: fc.Arbitrary<MessageEdit> = fc.record(
  {
    editedAt: id,
    userId: id,
    content: fc.record({ before: text, renderedBefore: text }),
    topic: fc.record({ before: text, after: text }),
    channel: fc.record({ before: id, after: id }),
  },
  { requiredKeys: ["editedAt", "userId"] },
);
export const message: fc.Arbitrary<Message> = fc.record({
  id,
  conversation,
  topic: text,
  senderId: id,
  content: text,
  renderedContent: text,
  rendererVersion: id,
  sentAt: id,
  client: text,
  readBySender: bool,
  reactions: fc.array(reaction, { maxLength: 2 }),
  edits: fc.array(messageEdit, { maxLength: 2 }),
  submessages: fc.array(submessage, { maxLength: 2 }),
});

const channelPlace = fc.record({ kind: fc.constant("channel" as const), channelId: id, topic: text });
const directPlace = fc.record({ kind: fc.constant("direct" as const), userIds: ids });
export const draft: fc.Arbitrary<Draft> = fc.record({
  id,
  place: fc.oneof(
    fc.record({ kind: fc.constant("nowhere" as const) }),
    channelPlace,
    directPlace,
  ) as fc.Arbitrary<DraftDestination>,
  content: text,
  editedAt: fc.constantFrom(1_700_000_000, 1_700_000_000.25),
});
export const savedSnippet: fc.Arbitrary<SavedSnippet> = fc.record({
  id,
  title: text,
  content: text,
  createdAt: id,
});
export const reminder: fc.Arbitrary<Reminder> = fc.record({
  id,
  messageId: id,
  content: text,
  renderedContent: text,
  note: text,
  remindAt: id,
});
export const navigationView: fc.Arbitrary<NavigationView> = fc.record({
  fragment: text,
  isPinned: bool,
  name: orNull(text),
});
export const scheduledMessage: fc.Arbitrary<ScheduledMessage> = fc.record({
  id,
  place: fc.oneof(channelPlace, directPlace) as fc.Arbitrary<ScheduledDestination>,
  content: text,
  renderedContent: text,
  deliverAt: id,
  client: text,
  readBySender: bool,
  failure: orNull(text),
});
export const attachment: fc.Arbitrary<Attachment> = fc.record({
  id,
  path: text,
  name: text,
  ownerId: id,
  size: id,
  contentType: text,
  uploadedAt: id,
  image: orNull(fc.record({ width: id, height: id, isAnimated: bool })),
});
export const sharedAttachment: fc.Arbitrary<SharedAttachment> = fc
  .tuple(attachment, fc.array(fc.record({ id, sentAt: id }), { maxLength: 2 }))
  .map(([own, messages]) => ({ ...own, messages }));

export const profileField: fc.Arbitrary<ProfileField> = fc.record({
  id,
  type: fc.constantFrom(...profileFieldTypes),
  name: text,
  hint: text,
  choices: orNull(byKey(fc.record({ text, order: text }))),
  externalAccount: orNull(fc.record({ subtype: text, urlPattern: text }, { requiredKeys: ["subtype"] })),
  displayInProfileSummary: bool,
  required: bool,
  editableByUser: bool,
  useForUserMatching: bool,
});
export const linkifier: fc.Arbitrary<Linkifier> = fc.record({
  id,
  pattern: text,
  urlTemplate: text,
  exampleInput: orNull(text),
  reverseTemplate: orNull(text),
  alternativeUrlTemplates: fc.array(text, { maxLength: 2 }),
});
export const playground: fc.Arbitrary<Playground> = fc.record({
  id,
  name: text,
  pygmentsLanguage: text,
  urlTemplate: text,
});
export const allowedDomain: fc.Arbitrary<AllowedDomain> = fc.record({
  id,
  domain: text,
  allowSubdomains: bool,
});
export const realmEmoji: fc.Arbitrary<RealmEmoji> = fc.record({
  id,
  name: text,
  authorId: id,
  image: text,
  stillImage: orNull(text),
  isDeactivated: bool,
  createdAt: id,
});
export const invitation: fc.Arbitrary<Invitation> = fc.record({
  id,
  inviterId: id,
  email: orNull(text),
  role,
  channelIds: ids,
  groupIds: ids,
  includesDefaultChannels: bool,
  tellsInviter: bool,
  welcomeText: orNull(text),
  invitedAt: id,
  expiresAt: orNull(id),
  mailedAt: ids,
  status: fc.constantFrom("open" as const, "used" as const, "revoked" as const),
});
export const pushToken: fc.Arbitrary<PushToken> = fc.record({
  token: text,
  appId: orNull(text),
  service: fc.constantFrom(...pushServices),
  keys: orNull(fc.record({ p256dh: text, auth: text })),
  isIntroduced: bool,
  sessionId: orNull(text),
  addedAt: id,
});
export const clientDevice: fc.Arbitrary<ClientDevice> = fc.record({
  id,
  pushKeyId: orNull(id),
  sealedPushKey: orNull(text),
  service: orNull(fc.constantFrom("apns" as const, "fcm" as const)),
  tokenId: orNull(text),
  pendingTokenId: orNull(text),
  tokenChangedAt: orNull(id),
  failure: orNull(fc.constantFrom("REQUEST_EXPIRED" as const, "BAD_REQUEST" as const)),
  sealedAddress: orNull(text),
  sessionId: orNull(text),
  addedAt: id,
});
