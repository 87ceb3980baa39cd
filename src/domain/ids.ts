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
