import type { RealmEvent } from "../domain/event";
import type { NewJob } from "../domain/job";
import type { RealmState } from "../domain/realm-state";
import type { Result } from "./caller";
import type { IdKind, OpenTransaction } from "./ports/realm-transactions";

/** What a use case works with while it holds the realm's lock. */
export interface Transaction
  extends Pick<
    OpenTransaction,
    "messages" | "readStates" | "directConversations" | "personal" | "attachments" | "credentials"
  > {
  /** The realm as it was when this piece of work began; what it appends itself shows only after the commit. */
  readonly state: RealmState;
  /** Unix milliseconds. */
  readonly now: number;
  /** The id that the next message will get. */
  readonly nextMessageId: number;
  newMessageId(): number;
  newId(kind: IdKind): number;
  /** Takes the change into the log and the tables. A failure afterwards undoes it. */
  append(event: RealmEvent): void;
  /** Has work done after the commit, and never without it. What follows from events is enqueued with them. */
  enqueue(...jobs: readonly NewJob[]): void;
}

/**
 * Runs work under the realm's lock and commits it. The work may run more than once, and along with
 * others in one commit, so it must touch nothing but the transaction.
 */
export type InTransaction = <A>(realmId: number, work: (tx: Transaction) => Result<A>) => Result<A>;
