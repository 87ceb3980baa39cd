import type { IdRanges } from "../../domain/id-ranges";

/** The messages that users' devices show as far as we know: who reads them elsewhere has them taken away there. */
export interface ShownPushes {
  /** A message that is shown already is where it was moved to from now on. */
  show(
    realmId: number,
    userId: number,
    message: { readonly id: number; readonly conversationId: number },
  ): Promise<void>;
  /** Those of a user in a conversation, ascending. */
  among(
    realmId: number,
    userId: number,
    where: { readonly conversationId: number; readonly ids: IdRanges },
  ): Promise<readonly number[]>;
  /** Those among the messages that anybody's devices show, by user, ascending. */
  of(realmId: number, messageIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
  forget(realmId: number, userId: number, messageIds: readonly number[]): Promise<void>;
}
