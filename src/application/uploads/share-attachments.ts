import { attachmentPathsIn, type SharedAttachment } from "../../domain/attachment";
import type { Message } from "../../domain/message";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { sharableIn } from "./attachment-access";

/** Records that a message shares files, which are found by `sharableIn` before the message is there. */
export const shareAttachments = async (
  tx: Transaction,
  message: Pick<Message, "id" | "sentAt">,
  shared: readonly SharedAttachment[],
): Promise<void> => {
  if (shared.length === 0) return;
  const spaceUsed = await tx.attachments.spaceUsed(tx.state.realm.id);
  for (const { messages, ...attachment } of shared)
    tx.append({
      ...{ type: "attachment_sharing_changed", op: "add", userId: attachment.ownerId },
      ...{ messageId: message.id, spaceUsed },
      attachment: { ...attachment, messages: [...messages, { id: message.id, sentAt: message.sentAt }] },
    });
};

/**
 * Records which files a message shares after its content was changed. Tells those of the writer's that no message
 * shares any more.
 */
export const reshareAttachments = async (
  tx: Transaction,
  writer: User,
  message: Message,
  content: string,
): Promise<readonly SharedAttachment[]> => {
  const realmId = tx.state.realm.id;
  const mentioned = (text: string): readonly string[] => attachmentPathsIn(text, realmId);
  if (mentioned(content).length === 0 && mentioned(message.content).length === 0) return [];
  const before = await tx.attachments.sharedBy(realmId, message.id);
  const isBefore = ({ id }: { readonly id: number }): boolean => before.some((one) => one.id === id);
  const wanted = await sharableIn(tx, writer, content);
  await shareAttachments(
    tx,
    message,
    wanted.filter((one) => !isBefore(one)),
  );
  const kept = new Set(mentioned(content));
  const detached: SharedAttachment[] = [];
  const spaceUsed = await tx.attachments.spaceUsed(realmId);
  for (const attachment of before.filter(({ path }) => !kept.has(path))) {
    const sharing = await tx.attachments.sharing(realmId, attachment.id);
    const messages = sharing.filter(({ id }) => id !== message.id);
    tx.append({
      ...{ type: "attachment_sharing_changed", op: "remove", userId: attachment.ownerId },
      ...{ messageId: message.id, spaceUsed, attachment: { ...attachment, messages } },
    });
    if (messages.length === 0 && attachment.ownerId === writer.id) detached.push({ ...attachment, messages });
  }
  return detached;
};
