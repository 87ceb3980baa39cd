import { type Either, left, right } from "fp-ts/Either";
import { type Attachment, attachmentPathsIn } from "../../domain/attachment";
import { isOpenToSpectators } from "../../domain/channel-access";
import { type ApiError, notFound } from "../../domain/errors";
import type { User } from "../../domain/user";
import { readableMessages } from "../messages/message-access";
import type { Transaction } from "../transaction";

type Reading = Pick<Transaction, "state" | "now" | "messages" | "readStates" | "attachments">;

export const noSuchFile = notFound("File not found.");
const notAuthorized: ApiError = {
  code: "ACCESS_DENIED",
  message: "You are not authorized to view this file.",
};

/** Messages looked at in one go: most files are shared once. */
const batchSize = 50;

/**
 * Whether somebody may read a file: its uploader may, and whoever can read a message that shares it. Nobody stands
 * for people without an account.
 */
const mayReadAttachment = async (
  reading: Reading,
  reader: User | undefined,
  attachment: Attachment,
): Promise<boolean> => {
  if (reader?.id === attachment.ownerId) return true;
  const sharing = (await reading.attachments.sharing(reading.state.realm.id, attachment.id)).toReversed();
  for (let start = 0; start < sharing.length; start += batchSize) {
    const ids = sharing.slice(start, start + batchSize).map(({ id }) => id);
    if (await readsAny(reading, reader, ids)) return true;
  }
  return false;
};

const readsAny = async (
  reading: Reading,
  reader: User | undefined,
  messageIds: readonly number[],
): Promise<boolean> => {
  if (reader) return (await readableMessages(reading, reader, messageIds)).length > 0;
  const { state } = reading;
  const messages = await reading.messages.byIds(state.realm.id, messageIds);
  return messages.some(({ conversation }) => {
    const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
    return channel !== undefined && isOpenToSpectators(state, channel);
  });
};

/** A file by its path, for somebody who may read it. */
export const readableAttachment = async (
  reading: Reading,
  reader: User | undefined,
  path: string,
): Promise<Either<ApiError, Attachment>> => {
  const [attachment] = await reading.attachments.byPaths(reading.state.realm.id, [path]);
  if (attachment === undefined) return left(noSuchFile);
  return (await mayReadAttachment(reading, reader, attachment)) ? right(attachment) : left(notAuthorized);
};

/** The files that text links to and that its writer may read. */
export const sharableIn = async (
  reading: Reading,
  writer: User,
  content: string,
): Promise<readonly Attachment[]> => {
  const realmId = reading.state.realm.id;
  const paths = attachmentPathsIn(content, realmId);
  if (paths.length === 0) return [];
  const sharable: Attachment[] = [];
  for (const attachment of await reading.attachments.byPaths(realmId, paths))
    if (await mayReadAttachment(reading, writer, attachment)) sharable.push(attachment);
  return sharable.sort((a, b) => a.id - b.id);
};
