import type { Mail } from "../../domain/letter";

/** That a message may have been missed. */
export interface MaybeMissed {
  readonly userId: number;
  readonly messageId: number;
  /** When to look whether it was, in Unix milliseconds. */
  readonly dueAt: number;
}

/** A message that concerns people by name: who are written to directly, or mentioned. */
export interface AddressedMessage {
  readonly messageId: number;
  readonly senderId: number;
  /** Unix seconds. */
  readonly sentAt: number;
  readonly userIds: readonly number[];
}

/** Whose mailbox is to hear of messages that they missed, and up to which message such were searched for. */
export interface MissedMailStore {
  /** The id of the newest message there is; 0 before the first. */
  newestMessageId(realmId: number): Promise<number>;
  /** Messages with an id above one and up to another that concern somebody by name, ascending. */
  addressed(realmId: number, after: number, upTo: number): Promise<readonly AddressedMessage[]>;
  /** The message up to which was searched; undefined before the first time. */
  searchedTo(realmId: number): Promise<number | undefined>;
  /** Takes what was found. Of a user for whom something waits, that stays, and its time. */
  note(realmId: number, searchedTo: number, found: readonly MaybeMissed[]): Promise<void>;
  /** Whose time has come, with the first message that they may have missed. */
  due(realmId: number, now: number): Promise<readonly MaybeMissed[]>;
  /** Ends the wait of a user; the mail, if there is one, goes into the queue in the same commit. */
  settle(realmId: number, userId: number, mail: Mail | undefined, now: number): Promise<void>;
}
