import type { AttachmentReader } from "../../../application/ports/attachment-reader";
import type { MessageScope } from "../../../application/ports/message-scope";
import type { SharingMessage } from "../../../domain/attachment";
import { within } from "./messages";
import type { PersonalItems, RealmTables, TableSource } from "./tables";

const sharingIn = (
  tables: RealmTables,
  attachmentId: number,
  scope: MessageScope | undefined,
): readonly SharingMessage[] => {
  const isWithin = scope ? within(tables, scope) : () => true;
  return [...(tables.sharing.get(attachmentId) ?? [])]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const message = tables.messages.get(id);
      return message && isWithin(message) ? [{ id, sentAt: message.sentAt }] : [];
    });
};

/** Whether a message that is written for later names the file's token. */
const isLinkedLater = ({ scheduled }: PersonalItems, path: string): boolean => {
  const [, , token = ""] = path.split("/");
  return [...scheduled.values()].some(({ content }) => content.includes(token));
};

export const memoryAttachmentReader = (source: TableSource): AttachmentReader => {
  const read = async <A>(realmId: number, none: A, look: (tables: RealmTables) => A): Promise<A> => {
    const tables = await source.tables(realmId);
    return tables ? look(tables) : none;
  };
  return {
    byPaths: (realmId, paths) =>
      read(realmId, [], ({ attachments }) =>
        [...attachments.values()].filter(({ path }) => paths.includes(path)),
      ),
    byId: (realmId, id) => read(realmId, undefined, ({ attachments }) => attachments.get(id)),
    ofOwner: (realmId, userId, scope) =>
      read(realmId, [], (tables) =>
        [...tables.attachments.values()]
          .filter(({ ownerId }) => ownerId === userId)
          .sort((a, b) => a.id - b.id)
          .map((one) => ({ ...one, messages: sharingIn(tables, one.id, scope) })),
      ),
    sharing: (realmId, attachmentId, scope) =>
      read(realmId, [], (tables) => sharingIn(tables, attachmentId, scope)),
    sharedBy: (realmId, messageId) =>
      read(realmId, [], ({ attachments, sharing }) =>
        [...attachments.values()]
          .filter(({ id }) => sharing.get(id)?.has(messageId))
          .sort((a, b) => a.id - b.id),
      ),
    spaceUsed: (realmId) =>
      read(realmId, 0, ({ attachments }) =>
        [...attachments.values()].reduce((sum, { size }) => sum + size, 0),
      ),
    orphans: (realmId, before, limit) =>
      read(realmId, [], ({ attachments, sharing, messages, archived, personal }) =>
        [...attachments.values()]
          .filter(({ uploadedAt }) => uploadedAt < before)
          .filter(
            ({ id }) => ![...(sharing.get(id) ?? [])].some((one) => messages.has(one) || archived.has(one)),
          )
          .filter(({ path }) => ![...personal.values()].some((items) => isLinkedLater(items, path)))
          .sort((a, b) => a.uploadedAt - b.uploadedAt || a.id - b.id)
          .slice(0, limit),
      ),
  };
};
