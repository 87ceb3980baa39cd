import * as E from "fp-ts/Either";
import { type Attachment, attachmentPathsIn, type SharedAttachment } from "../../../domain/files/attachment";
import type { AttachmentId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import type { User } from "../../../domain/users/user";
import { readableHead, readableScope } from "../../access/message-access";
import type { Transaction } from "../../transaction";
import { type FilesFoundOutside, stillSharable } from "./attachment-access";

type Sharing = Pick<Message, "id" | "sentAt">;

/**
 * Records that a message begins or ends sharing a file. Its uploader is notified if they may read the
 * message.
 */
const recordSharing = async (
  tx: Transaction,
  op: "add" | "remove",
  { id, sentAt }: Sharing,
  attachment: Attachment,
  spaceUsed: number,
  isReader: (owner: User) => Promise<boolean>,
): Promise<void> => {
  const { state, attachments, now } = tx;
  const owner = state.users.get(attachment.ownerId);
  const isKnown = owner !== undefined && (await isReader(owner));
  const others = owner
    ? await attachments.newestSharing(state.realm.id, attachment.id, readableScope(state, owner, now))
    : [];
  const messages = others.filter((other) => other.id !== id);
  tx.append({
    type: "attachment_sharing_changed",
    op,
    userId: attachment.ownerId,
    messageId: id,
    spaceUsed,
    attachment: {
      ...attachment,
      messages: (op === "add" && isKnown ? [...messages, { id, sentAt }] : messages).toSorted(
        (a, b) => a.id - b.id,
      ),
    },
    ...(!isKnown && { isHidden: true }),
  });
};

/** Records the files that a message shares. `stillSharable` checks them before the message exists. */
export const shareAttachments = async (
  tx: Transaction,
  message: Sharing,
  shared: readonly Attachment[],
  /** Whether the user may read the message. */
  isReader: (owner: User) => Promise<boolean>,
): Promise<void> => {
  if (shared.length === 0) return;
  const spaceUsed = await tx.attachments.spaceUsed(tx.state.realm.id);
  for (const attachment of shared) await recordSharing(tx, "add", message, attachment, spaceUsed, isReader);
};

/**
 * Records which files a message shares after an edit. Returns the writer's files that no message shares any
 * more.
 */
export const reshareAttachments = async (
  tx: Transaction,
  writer: User,
  message: Message,
  content: string,
  found: FilesFoundOutside,
): Promise<readonly SharedAttachment[]> => {
  const realmId = tx.state.realm.id;
  const mentioned = (text: string): readonly string[] => attachmentPathsIn(text, realmId);
  if (mentioned(content).length === 0 && mentioned(message.content).length === 0) return [];
  const before = await tx.attachments.sharedBy(realmId, message.id);
  const isBefore = ({ id }: { readonly id: AttachmentId }): boolean => before.some((one) => one.id === id);
  const isReader = async (owner: User): Promise<boolean> =>
    E.isRight(await readableHead(tx, owner, message.id));
  const shared = await stillSharable(tx, writer, found);
  const added = shared.filter((one) => !isBefore(one));
  await shareAttachments(tx, message, added, isReader);
  const linked = new Set(mentioned(content));
  const detached: SharedAttachment[] = [];
  const spaceUsed = await tx.attachments.spaceUsed(realmId);
  for (const attachment of before.filter(({ path }) => !linked.has(path))) {
    await recordSharing(tx, "remove", message, attachment, spaceUsed, isReader);
    const sharing = await tx.attachments.sharing(realmId, attachment.id, 2);
    const isOnlyOne = sharing.every(({ id }) => id === message.id);
    if (isOnlyOne && attachment.ownerId === writer.id) detached.push({ ...attachment, messages: [] });
  }
  return detached;
};
