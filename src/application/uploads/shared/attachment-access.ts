import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import { type Attachment, attachmentLimits, attachmentPathsIn } from "../../../domain/files/attachment";
import { type FileError, noSuchFile, notAuthorizedToView } from "../../../domain/files/refusals";
import type { MessageId, RealmId } from "../../../domain/ids";
import { isOpenToSpectators } from "../../../domain/policy/channel-access";
import type { User } from "../../../domain/users/user";
import { readableHeads } from "../../access/message-access";
import { type Caller, callerIn } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { AttachmentReader } from "../../ports/files/attachment-reader";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { ReadStateReader } from "../../ports/messages/read-state-reader";
import type { Clock } from "../../ports/system/clock";
import type { Transaction } from "../../transaction";

type Reading = Pick<Transaction, "state" | "now" | "messages" | "readStates" | "attachments">;

/** Messages checked at once: most files are shared once. */
const batchSize = 50;

/** How many more messages the search may check. */
interface Search {
  left: number;
}

/** The message through which a user may read a file; undefined for the file's uploader. */
interface Access {
  readonly sharedBy: MessageId | undefined;
}

/**
 * Why a user may read a file: they uploaded it, or they can read a message that shares it, among those that the search may
 * check. Undefined if they may not. An undefined reader is a spectator.
 */
const accessTo = async (
  reading: Reading,
  reader: User | undefined,
  attachment: Attachment,
  search: Search,
): Promise<Access | undefined> => {
  if (reader?.id === attachment.ownerId) return { sharedBy: undefined };
  if (search.left === 0) return undefined;
  const { attachments, state } = reading;
  const sharing = (await attachments.sharing(state.realm.id, attachment.id, search.left)).toReversed();
  for (let start = 0; start < sharing.length; start += batchSize) {
    const ids = sharing.slice(start, start + batchSize).map(({ id }) => id);
    search.left -= ids.length;
    const sharedBy = await firstReadable(reading, reader, ids);
    if (sharedBy !== undefined) return { sharedBy };
  }
  return undefined;
};

const firstReadable = async (
  reading: Reading,
  reader: User | undefined,
  messageIds: readonly MessageId[],
): Promise<MessageId | undefined> => {
  if (reader) return (await readableHeads(reading, reader, messageIds))[0]?.id;
  const { state } = reading;
  const messages = await reading.messages.headsOf(state.realm.id, messageIds);
  return messages.find(({ conversation }) => {
    const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
    return channel !== undefined && isOpenToSpectators(state, channel);
  })?.id;
};

/** A file by its path, if the user may read it. */
const readableAttachment = async (
  reading: Reading,
  reader: User | undefined,
  path: string,
): Promise<E.Either<FileError, Attachment>> => {
  const [attachment] = await reading.attachments.byPaths(reading.state.realm.id, [path]);
  if (attachment === undefined) return E.left(noSuchFile);
  const search = { left: attachmentLimits.searchedByRequest };
  return (await accessTo(reading, reader, attachment, search))
    ? E.right(attachment)
    : E.left(notAuthorizedToView);
};

/** The reader of a file: a user, or anyone at a realm's address. */
export type FileRequester = Caller | { readonly realmId: RealmId };

export interface AttachmentAccessPorts {
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

interface ReadableFile extends Access {
  readonly attachment: Attachment;
}

/** Files that a search outside the lane found, and the realm's log position before the search. */
export interface FilesFoundOutside {
  readonly position: number;
  readonly files: readonly ReadableFile[];
}

export const attachmentsOf = ({ files }: FilesFoundOutside): readonly Attachment[] =>
  files.map(({ attachment }) => attachment);

/**
 * The first linked files of a text that its writer may read, as many as a message can share. Runs before the lane is taken;
 * `stillSharable` checks them again there.
 */
export const findSharableFiles = async (
  ports: AttachmentAccessPorts,
  writer: Caller,
  content: string,
): Promise<FilesFoundOutside> => {
  const { realmId } = writer;
  const paths = attachmentPathsIn(content, realmId);
  if (paths.length === 0) return { position: 0, files: [] };
  // Another node may have shared them with the writer a moment ago.
  const state = await ports.directory.newest(realmId);
  const { position } = state;
  const user = callerIn(state, writer);
  if (E.isLeft(user)) return { position, files: [] };
  const reading = { ...ports, state, now: ports.clock.now() };
  const places = new Map(paths.map((path, place) => [path, place]));
  const linked = (await ports.attachments.byPaths(realmId, paths))
    .toSorted((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0))
    .slice(0, attachmentLimits.ofMessage);
  const files: ReadableFile[] = [];
  const search = { left: attachmentLimits.searchedBySend };
  for (const attachment of linked) {
    const access = await accessTo(reading, user.right, attachment, search);
    if (access) files.push({ attachment, ...access });
  }
  return { position, files: files.sort((a, b) => a.attachment.id - b.attachment.id) };
};

/** The found files that the writer can still read. Checks them again only if the realm has changed since. */
export const stillSharable = async (
  tx: Reading,
  writer: User,
  found: FilesFoundOutside,
): Promise<readonly Attachment[]> => {
  const { position, files } = found;
  if (files.length === 0 || tx.state.position === position) return attachmentsOf(found);
  const realmId = tx.state.realm.id;
  const paths = files.map(({ attachment }) => attachment.path);
  const existing = new Set((await tx.attachments.byPaths(realmId, paths)).map(({ id }) => id));
  const sharing = new Set(files.flatMap(({ sharedBy }) => sharedBy ?? []));
  const shared = new Map<MessageId, readonly Attachment[]>();
  for (const { id } of await readableHeads(tx, writer, [...sharing]))
    shared.set(id, await tx.attachments.sharedBy(realmId, id));
  return files
    .filter(
      ({ attachment: { id }, sharedBy }) =>
        existing.has(id) && (sharedBy === undefined || shared.get(sharedBy)?.some((one) => one.id === id)),
    )
    .map(({ attachment }) => attachment);
};

/**
 * The attachment, if the requester may read it. A missing file fails with `noSuchFile`, and one that the requester may
 * not read with `notAuthorizedToView`, as in Zulip: paths can't be guessed.
 */
export const attachmentFor = async (
  ports: AttachmentAccessPorts,
  requester: FileRequester,
  path: string,
): Promise<E.Either<CallerError | FileError, Attachment>> => {
  const state = await ports.directory.stateOf(requester.realmId);
  const reader = "userId" in requester ? callerIn(state, requester) : E.right(undefined);
  if (E.isLeft(reader)) return reader;
  return readableAttachment({ ...ports, state, now: ports.clock.now() }, reader.right, path);
};
