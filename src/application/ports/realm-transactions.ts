import type { LoggedEvent } from "../../domain/event";
import type { Realm } from "../../domain/realm";
import type { AttachmentReader } from "./attachment-reader";
import type { CredentialReader, CredentialWriter } from "./credentials";
import type { DirectConversations } from "./direct-conversations";
import type { JobWriter } from "./job-queue";
import type { MessageReader } from "./message-reader";
import type { PersonalReader } from "./personal-reader";
import type { ReadStateReader } from "./read-state-reader";

/** What has ids of its own in a realm, counted from 1. */
export type IdKind =
  | "user"
  | "group"
  | "channel"
  | "channel_folder"
  | "conversation"
  | "profile_field"
  | "linkifier"
  | "playground"
  | "submessage"
  | "domain"
  | "invitation"
  | "draft"
  | "snippet"
  | "attachment"
  | "emoji"
  | "scheduled_message"
  | "client_device";

/** The end of a realm's log, and the last ids given out. */
export interface RealmHead {
  readonly position: number;
  readonly messageId: number;
  readonly ids: Readonly<Partial<Record<IdKind, number>>>;
}

/** What can be read and written under the realm's lock. Reads see what was appended before them. */
export interface OpenTransaction {
  readonly realmId: number;
  /** As it was when the lock was taken. */
  readonly head: RealmHead;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly directConversations: DirectConversations;
  readonly personal: PersonalReader;
  readonly attachments: AttachmentReader;
  readonly credentials: CredentialReader & CredentialWriter;
  readonly jobs: JobWriter;
  /** Logs the event and changes the rows that follow from it. */
  append(event: LoggedEvent): void;
  /** Writes what was appended. When it fails, nothing was committed. */
  flush(): Promise<void>;
  /** When it fails, whether it committed is not known. */
  commit(head: RealmHead): Promise<void>;
  rollback(): Promise<void>;
}

/** The realm went on since an optimistic transaction began. Nothing was committed: begin again. */
export class HeadMoved extends Error {}

/**
 * Opens transactions that hold the realm's lock from begin to end, on whatever node: that puts all changes
 * of a realm in one order, and message ids in commit order.
 */
export interface RealmTransactions {
  begin(realmId: number): Promise<OpenTransaction>;
  /**
   * Begins without the lock, on the newest head that this process knows of. What follows fails with HeadMoved
   * if another process has changed the realm since; otherwise it is as if the lock had been held. For work that
   * only sends messages, a commit then is a single statement.
   */
  beginOptimistic(realmId: number): Promise<OpenTransaction>;
  /** Begins a realm's first transaction, which brings the realm into being when it commits. */
  found(
    subdomain: string,
    draft: (id: number) => Realm,
  ): Promise<OpenTransaction & { readonly realm: Realm }>;
}
