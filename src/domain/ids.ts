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

export const realmIdCodec: IdCodec<RealmId> = t.number;
export const userIdCodec: IdCodec<UserId> = t.number;
export const groupIdCodec: IdCodec<GroupId> = t.number;
export const channelIdCodec: IdCodec<ChannelId> = t.number;
export const folderIdCodec: IdCodec<FolderId> = t.number;
export const conversationIdCodec: IdCodec<ConversationId> = t.number;
export const messageIdCodec: IdCodec<MessageId> = t.number;
export const draftIdCodec: IdCodec<DraftId> = t.number;
export const snippetIdCodec: IdCodec<SnippetId> = t.number;
export const scheduledMessageIdCodec: IdCodec<ScheduledMessageId> = t.number;
export const reminderIdCodec: IdCodec<ReminderId> = t.number;
export const attachmentIdCodec: IdCodec<AttachmentId> = t.number;
export const invitationIdCodec: IdCodec<InvitationId> = t.number;
export const emojiIdCodec: IdCodec<EmojiId> = t.number;
export const linkifierIdCodec: IdCodec<LinkifierId> = t.number;
export const playgroundIdCodec: IdCodec<PlaygroundId> = t.number;
export const profileFieldIdCodec: IdCodec<ProfileFieldId> = t.number;
export const deviceIdCodec: IdCodec<DeviceId> = t.number;
export const domainIdCodec: IdCodec<DomainId> = t.number;
export const defaultChannelGroupIdCodec: IdCodec<DefaultChannelGroupId> = t.number;
export const submessageIdCodec: IdCodec<SubmessageId> = t.number;
export const auditEntryIdCodec: IdCodec<AuditEntryId> = t.number;
export const pushKeyIdCodec: IdCodec<PushKeyId> = t.number;
