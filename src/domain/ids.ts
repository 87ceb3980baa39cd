import type * as t from "io-ts";
import { anyId } from "./any-id";

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

export const realmIdCodec: IdCodec<RealmId> = anyId;
export const userIdCodec: IdCodec<UserId> = anyId;
export const groupIdCodec: IdCodec<GroupId> = anyId;
export const channelIdCodec: IdCodec<ChannelId> = anyId;
export const folderIdCodec: IdCodec<FolderId> = anyId;
export const conversationIdCodec: IdCodec<ConversationId> = anyId;
export const messageIdCodec: IdCodec<MessageId> = anyId;
export const draftIdCodec: IdCodec<DraftId> = anyId;
export const snippetIdCodec: IdCodec<SnippetId> = anyId;
export const scheduledMessageIdCodec: IdCodec<ScheduledMessageId> = anyId;
export const reminderIdCodec: IdCodec<ReminderId> = anyId;
export const attachmentIdCodec: IdCodec<AttachmentId> = anyId;
export const invitationIdCodec: IdCodec<InvitationId> = anyId;
export const emojiIdCodec: IdCodec<EmojiId> = anyId;
export const linkifierIdCodec: IdCodec<LinkifierId> = anyId;
export const playgroundIdCodec: IdCodec<PlaygroundId> = anyId;
export const profileFieldIdCodec: IdCodec<ProfileFieldId> = anyId;
export const deviceIdCodec: IdCodec<DeviceId> = anyId;
export const domainIdCodec: IdCodec<DomainId> = anyId;
export const defaultChannelGroupIdCodec: IdCodec<DefaultChannelGroupId> = anyId;
export const submessageIdCodec: IdCodec<SubmessageId> = anyId;
export const auditEntryIdCodec: IdCodec<AuditEntryId> = anyId;
export const pushKeyIdCodec: IdCodec<PushKeyId> = anyId;
