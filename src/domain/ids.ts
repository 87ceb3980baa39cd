import * as t from "io-ts";

/**
 * The id of one kind of thing. The compiler refuses the id of another kind; a plain number passes, so that
 * decoders, builders and literals need no cast.
 */
type Id<Kind extends string> = number & { readonly idOf?: Kind };

export type RealmId = Id<"realm">;
export type UserId = Id<"user">;
export type GroupId = Id<"group">;
export type ChannelId = Id<"channel">;
export type FolderId = Id<"folder">;
/** A channel's messages, or the direct messages of one set of people. */
export type ConversationId = Id<"conversation">;
export type MessageId = Id<"message">;
export type DraftId = Id<"draft">;
export type SnippetId = Id<"snippet">;
export type ScheduledMessageId = Id<"scheduled message">;
export type ReminderId = Id<"reminder">;
export type AttachmentId = Id<"attachment">;
export type InvitationId = Id<"invitation">;
export type EmojiId = Id<"emoji">;
export type LinkifierId = Id<"linkifier">;
export type PlaygroundId = Id<"playground">;
export type ProfileFieldId = Id<"profile field">;
export type DeviceId = Id<"device">;
export type DomainId = Id<"allowed domain">;
export type DefaultChannelGroupId = Id<"default channel group">;
export type SubmessageId = Id<"submessage">;
export type AuditEntryId = Id<"audit entry">;
export type JobId = Id<"job">;
/** Counts the changes of presence in a realm, as clients that poll see them. */
export type PresenceUpdateId = Id<"presence update">;
/** Orders what a client's queue holds. */
export type EventId = Id<"event">;
/** Chosen by a device for the key that encrypts its notifications. */
export type PushKeyId = Id<"push key">;

/** Reads and writes the ids of one kind. Fits only where that kind belongs. */
type IdCodec<A> = t.Type<A, unknown>;

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** An id of whatever kind. Accepts only whole numbers that JavaScript counts exactly: NaN or 1.5 names nothing. */
export const idCodec: t.Type<number, unknown> = new t.Type(
  "id",
  isId,
  (value, context) => (isId(value) ? t.success(value) : t.failure(value, context, "is not an id")),
  t.identity,
);

export const realmIdCodec: IdCodec<RealmId> = idCodec;
export const userIdCodec: IdCodec<UserId> = idCodec;
export const groupIdCodec: IdCodec<GroupId> = idCodec;
export const channelIdCodec: IdCodec<ChannelId> = idCodec;
export const folderIdCodec: IdCodec<FolderId> = idCodec;
export const conversationIdCodec: IdCodec<ConversationId> = idCodec;
export const messageIdCodec: IdCodec<MessageId> = idCodec;
export const draftIdCodec: IdCodec<DraftId> = idCodec;
export const snippetIdCodec: IdCodec<SnippetId> = idCodec;
export const scheduledMessageIdCodec: IdCodec<ScheduledMessageId> = idCodec;
export const reminderIdCodec: IdCodec<ReminderId> = idCodec;
export const attachmentIdCodec: IdCodec<AttachmentId> = idCodec;
export const invitationIdCodec: IdCodec<InvitationId> = idCodec;
export const emojiIdCodec: IdCodec<EmojiId> = idCodec;
export const linkifierIdCodec: IdCodec<LinkifierId> = idCodec;
export const playgroundIdCodec: IdCodec<PlaygroundId> = idCodec;
export const profileFieldIdCodec: IdCodec<ProfileFieldId> = idCodec;
export const deviceIdCodec: IdCodec<DeviceId> = idCodec;
export const domainIdCodec: IdCodec<DomainId> = idCodec;
export const defaultChannelGroupIdCodec: IdCodec<DefaultChannelGroupId> = idCodec;
export const submessageIdCodec: IdCodec<SubmessageId> = idCodec;
export const auditEntryIdCodec: IdCodec<AuditEntryId> = idCodec;
export const pushKeyIdCodec: IdCodec<PushKeyId> = idCodec;
