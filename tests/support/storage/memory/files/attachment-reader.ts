import type { AttachmentReader } from "../../../../../src/application/ports/files/attachment-reader";
import type { MessageScope } from "../../../../../src/application/ports/messages/message-scope";
import { attachmentLimits, type SharingMessage } from "../../../../../src/domain/files/attachment";
import type { AttachmentId, RealmId } from "../../../../../src/domain/ids";
import { within } from "../messages/messages";
import type { RealmTables, TableSource, UserDataLists } from "../tables";

/** The newest, as many as are listed with a file. */
const newestOf = <One>(messages: readonly One[]): readonly One[] =>
  messages.slice(-attachmentLimits.listedMessages);

const sharingIn = (
  tables: RealmTables,
  attachmentId: AttachmentId,
  scope?: MessageScope,
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
const isLinkedLater = ({ scheduled }: UserDataLists, path: string): boolean => {
  const [, , token = ""] = path.split("/");
  return [...scheduled.values()].some(({ content }) => content.includes(token));
};

export const memoryAttachmentReader = (source: TableSource): AttachmentReader => {
  const read = async <A>(realmId: RealmId, none: A, look: (tables: RealmTables) => A): Promise<A> => {
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
          .map((one) => ({ ...one, messages: newestOf(sharingIn(tables, one.id, scope)) })),
      ),
    sharing: (realmId, attachmentId, most) =>
      read(realmId, [], (tables) => sharingIn(tables, attachmentId).slice(-most)),
    newestSharing: (realmId, attachmentId, scope) =>
      read(realmId, [], (tables) => newestOf(sharingIn(tables, attachmentId, scope))),
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
      read(realmId, [], ({ attachments, sharing, messages, archived, userData }) =>
        [...attachments.values()]
          .filter(({ uploadedAt }) => uploadedAt < before)
          .filter(
            ({ id }) => ![...(sharing.get(id) ?? [])].some((one) => messages.has(one) || archived.has(one)),
          )
          .filter(({ path }) => ![...userData.values()].some((items) => isLinkedLater(items, path)))
          .sort((a, b) => a.uploadedAt - b.uploadedAt || a.id - b.id)
          .slice(0, limit),
      ),
  };
};
