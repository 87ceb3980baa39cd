import type { Attachment, SharedAttachment, SharingMessage } from "../../domain/attachment";
import type { MessageScope } from "./message-scope";

/** Reads what people have uploaded. */
export interface AttachmentReader {
  /** In no certain order. */
  byPaths(realmId: number, paths: readonly string[]): Promise<readonly Attachment[]>;
  byId(realmId: number, id: number): Promise<Attachment | undefined>;
  /** Those of one uploader, in the order of their coming, with the messages in the scope that share them. */
  ofOwner(realmId: number, userId: number, scope: MessageScope): Promise<readonly SharedAttachment[]>;
  /** The messages that share the file now, ascending; those in the scope, if there is one. */
  sharing(realmId: number, attachmentId: number, scope?: MessageScope): Promise<readonly SharingMessage[]>;
  /** The files that a message shares, by id. */
  sharedBy(realmId: number, messageId: number): Promise<readonly Attachment[]>;
  /** How many bytes all files of the realm have. */
  spaceUsed(realmId: number): Promise<number>;
  /**
   * Files from before a time in Unix milliseconds that no message shares, nor one that was deleted and can
   * still be brought back, and that none links to that is written for later; the oldest first.
   */
  orphans(realmId: number, before: number, limit: number): Promise<readonly Attachment[]>;
}
