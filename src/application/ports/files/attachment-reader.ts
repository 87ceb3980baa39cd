import type { Attachment, SharedAttachment, SharingMessage } from "../../../domain/files/attachment";
import type { AttachmentId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { MessageScope } from "../messages/message-scope";

/** Reads uploaded files. */
export interface AttachmentReader {
  /** In any order. */
  byPaths(realmId: RealmId, paths: readonly string[]): Promise<readonly Attachment[]>;
  byId(realmId: RealmId, id: AttachmentId): Promise<Attachment | undefined>;
  /** The files of one uploader, oldest first, with the newest messages in the scope that share them. */
  ofOwner(realmId: RealmId, userId: UserId, scope: MessageScope): Promise<readonly SharedAttachment[]>;
  /** The newest messages that share the file, at most `most`, ascending. */
  sharing(realmId: RealmId, attachmentId: AttachmentId, most: number): Promise<readonly SharingMessage[]>;
  /** The newest messages in the scope that share the file, ascending, up to the number that a listing of files shows. */
  newestSharing(
    realmId: RealmId,
    attachmentId: AttachmentId,
    scope: MessageScope,
  ): Promise<readonly SharingMessage[]>;
  /** The files that a message shares, by id. */
  sharedBy(realmId: RealmId, messageId: MessageId): Promise<readonly Attachment[]>;
  /** The total bytes of the realm's files. */
  spaceUsed(realmId: RealmId): Promise<number>;
  /**
   * Files from before a time in Unix milliseconds that no message shares, no restorable deleted message
   * shared, and no scheduled message links to; oldest first.
   */
  orphans(realmId: RealmId, before: number, limit: number): Promise<readonly Attachment[]>;
}
