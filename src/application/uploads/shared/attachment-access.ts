import { type Either, isLeft, left, right } from "fp-ts/Either";
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

/** How many messages may still be looked through. */
interface Search {
  left: number;
}

/**
 * Whether a user may read a file: its uploader may, and anyone who can read a message that shares it, as far as the
 * search goes. Undefined stands for a spectator.
 */
const mayReadAttachment = async (
  reading: Reading,
  reader: User | undefined,
  attachment: Attachment,
  search: Search,
): Promise<boolean> => {
  if (reader?.id === attachment.ownerId) return true;
  if (search.left === 0) return false;
  const { attachments, state } = reading;
  const sharing = (await attachments.sharing(state.realm.id, attachment.id, search.left)).toReversed();
  for (let start = 0; start < sharing.length; start += batchSize) {
    const ids = sharing.slice(start, start + batchSize).map(({ id }) => id);
    search.left -= ids.length;
    if (await readsAny(reading, reader, ids)) return true;
  }
  return false;
};

const readsAny = async (
  reading: Reading,
  reader: User | undefined,
  messageIds: readonly MessageId[],
): Promise<boolean> => {
  if (reader) return (await readableHeads(reading, reader, messageIds)).length > 0;
  const { state } = reading;
  const messages = await reading.messages.headsOf(state.realm.id, messageIds);
  return messages.some(({ conversation }) => {
    const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
    return channel !== undefined && isOpenToSpectators(state, channel);
  });
};

/** A file by its path, if the user may read it. */
const readableAttachment = async (
  reading: Reading,
  reader: User | undefined,
  path: string,
): Promise<Either<FileError, Attachment>> => {
  const [attachment] = await reading.attachments.byPaths(reading.state.realm.id, [path]);
  if (attachment === undefined) return left(noSuchFile);
  const search = { left: attachmentLimits.searchedByRequest };
  return (await mayReadAttachment(reading, reader, attachment, search))
    ? right(attachment)
    : left(notAuthorizedToView);
};

/** The first linked files of a text that its writer may read, as many as a message shares. */
export const findSharableAttachments = async (
  reading: Reading,
  writer: User,
  content: string,
): Promise<readonly Attachment[]> => {
  const realmId = reading.state.realm.id;
  const paths = attachmentPathsIn(content, realmId);
  if (paths.length === 0) return [];
  const places = new Map(paths.map((path, place) => [path, place]));
  const linked = (await reading.attachments.byPaths(realmId, paths))
    .toSorted((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0))
    .slice(0, attachmentLimits.ofMessage);
  const sharable: Attachment[] = [];
  // Others wait meanwhile, so one search serves all files of the message.
  const search = { left: attachmentLimits.searchedBySend };
  for (const attachment of linked)
    if (await mayReadAttachment(reading, writer, attachment, search)) sharable.push(attachment);
  return sharable.sort((a, b) => a.id - b.id);
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

/**
 * The attachment, if the requester may read it. A missing file fails with `noSuchFile`, and one that the requester may
 * not read with `notAuthorizedToView`, as in Zulip: paths can't be guessed.
 */
export const attachmentFor = async (
  ports: AttachmentAccessPorts,
  requester: FileRequester,
  path: string,
): Promise<Either<CallerError | FileError, Attachment>> => {
  const state = await ports.directory.stateOf(requester.realmId);
  const reader = "userId" in requester ? callerIn(state, requester) : right(undefined);
  if (isLeft(reader)) return reader;
  return readableAttachment({ ...ports, state, now: ports.clock.now() }, reader.right, path);
};
