import * as t from "io-ts";
import type {
  AttachmentId,
  ChannelId,
  DefaultChannelGroupId,
  DeviceId,
  DraftId,
  FolderId,
  GroupId,
  InvitationId,
  LinkifierId,
  MessageId,
  PlaygroundId,
  ProfileFieldId,
  ReminderId,
  ScheduledMessageId,
  SnippetId,
  UserId,
} from "../../../domain/ids";
import type { By, NamedKind, Naming } from "./named-things";
import { integer } from "./whole-numbers";
import { int, json, nat, rawText, text, textUpTo, type WireType, withForm } from "./wire-type";

const by =
  (kind: NamedKind, way: By) =>
  (write: Naming["write"] = String): Naming => ({ kind, by: way, write });

/** Ways to name things. `write` turns an id, name or address into the parameter's text; by default it is the text. */
export const names = {
  user: by("user", "id"),
  userAddress: by("user", "address"),
  channel: by("channel", "id"),
  channelName: by("channel", "name"),
  message: by("message", "id"),
  file: by("file", "id"),
};

/**
 * Declares that a parameter may name things hidden from the caller. A test checks for each such parameter that hidden
 * and missing things get the same answer.
 */
export const naming = <A>(type: WireType<A>, ...namings: readonly Naming[]): WireType<A> =>
  withForm(type, { names: namings });

const inList = (value: string | number): string => JSON.stringify([value]);

/** Ids may be negative, as in Zulip; a negative id matches nothing. */
const id = int;
const ids = json(t.array(integer));

export const userId: WireType<UserId> = naming(id, names.user());
export const userIds: WireType<readonly UserId[]> = naming(ids, names.user(inList));
export const userAddress = naming(
  text,
  names.userAddress(),
  names.user((id) => `user${id}@chat.example.com`),
);
export const channelId: WireType<ChannelId> = naming(id, names.channel());
export const channelIds: WireType<readonly ChannelId[]> = naming(ids, names.channel(inList));
export const channelName = naming(text, names.channelName());
export const messageId: WireType<MessageId> = naming(id, names.message());
export const messageIds: WireType<readonly MessageId[]> = naming(ids, names.message(inList));

/** Markdown text, which may mention people and link to channels. */
export const markdown = naming(
  rawText,
  names.user((id) => `see @_**|${id}** there`),
  names.channelName((name) => `see #**${name}** there`),
);

/** The id of something that belongs to one user. */
const ownedId = (kind: NamedKind): WireType<number> => naming(nat, by(kind, "id")());

export const invitationId: WireType<InvitationId> = ownedId("invitation");
export const draftId: WireType<DraftId> = ownedId("draft");
export const snippetId: WireType<SnippetId> = ownedId("snippet");
export const scheduledMessageId: WireType<ScheduledMessageId> = ownedId("scheduled message");
export const reminderId: WireType<ReminderId> = ownedId("reminder");
export const sessionId = naming(textUpTo(64), by("session", "id")());
export const attachmentId: WireType<AttachmentId> = naming(nat, names.file());

// Ids that every caller of the endpoint may know, so no access check is needed.
export const groupId: WireType<GroupId> = nat;
export const defaultChannelGroupId: WireType<DefaultChannelGroupId> = nat;
export const folderId: WireType<FolderId> = nat;
export const profileFieldId: WireType<ProfileFieldId> = nat;
export const linkifierId: WireType<LinkifierId> = nat;
export const playgroundId: WireType<PlaygroundId> = nat;
export const deviceId: WireType<DeviceId> = int;
export const groupIds: WireType<readonly GroupId[]> = ids;
export const folderIds: WireType<readonly FolderId[]> = ids;
export const profileFieldIds: WireType<readonly ProfileFieldId[]> = ids;
export const linkifierIds: WireType<readonly LinkifierId[]> = ids;
