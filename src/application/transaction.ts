import type { RealmEvent } from "../domain/event";
import type { NewJob } from "../domain/job";
import type { RealmState } from "../domain/realm-state";
import type { Result } from "./caller";
import type { AttachmentReader } from "./ports/attachment-reader";
import type { CredentialReader } from "./ports/credentials";
import type { DirectConversation, DirectConversations } from "./ports/direct-conversations";
import type { IdKind } from "./ports/event-store";
import type { MessageReader } from "./ports/message-reader";
import type { PersonalReader } from "./ports/personal-reader";
import type { ReadStateReader } from "./ports/read-state-reader";

/** What a decision may read of storage. */
export interface Readers {
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly directConversations: DirectConversations;
  readonly personal: PersonalReader;
  readonly attachments: AttachmentReader;
  readonly credentials: CredentialReader;
}

/**
 * What a use case decides with. Everything it reads, `state` as well as storage, is as it was when the work began: with
 * the events of all earlier work, and without its own.
 */
export interface Transaction extends Readers {
  readonly state: RealmState;
  /** Unix milliseconds. */
  readonly now: number;
  /** The id that the next message will get. */
  readonly nextMessageId: number;
  newMessageId(): number;
  newId(kind: IdKind): number;
  /** The conversation between exactly these people, which this work itself may have begun. */
  conversationBetween(participants: readonly number[]): Promise<DirectConversation | undefined>;
  /** Decides on the event. Nothing comes of it if the work fails. */
  append(event: RealmEvent): void;
  /** Has work done after the commit, and never without it. What follows from events is enqueued with them. */
  enqueue(...jobs: readonly NewJob[]): void;
  /** Sets a password with the commit, and ends the user's sessions. */
  setPasswordHash(userId: number, hash: string): void;
  /** Keeps a sealed token of a provider of video calls, or removes it with null. */
  setCallToken(userId: number, provider: string, sealed: string | null): void;
}

/**
 * Runs work in the realm's lane and commits what it decided. The work may run more than once, and along with others in
 * one commit, so it must touch nothing but the transaction.
 */
export type InTransaction = <A>(realmId: number, work: (tx: Transaction) => Result<A>) => Result<A>;
