import * as E from "fp-ts/Either";
import type { ConversationId, MessageId, RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import { millisecondsIn, secondsIn } from "../../domain/units/time";
import { Pace } from "../admission/pace";
import { byServer } from "../caller";
import { deletionsOf } from "../messages/shared/deletion-events";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { ExpiredScope, WorkFinder } from "../ports/jobs/work-finder";
import type { MessageArchive } from "../ports/messages/message-archive";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly archive: MessageArchive;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
  /** How long deleted messages can be restored. */
  readonly archiveDays: number;
}

/** Small enough to delay other changes by only a few milliseconds. */
const batchSize = 500;

/** Channels and realms read per query. */
const pageSize = 100;

/** A channel's id, or "direct" for all direct conversations. */
type Scope = ExpiredScope["scope"];
/** A channel's conversation, or "direct". */
type Where = ConversationId | "direct";

/** Days until messages there expire; undefined for never. API §2.3. */
const retentionDays = ({ realm, channels }: RealmState, scope: Scope): number | undefined => {
  const byRealm = realm.settings.messageRetentionDays;
  const days = scope === "direct" ? byRealm : (channels.get(scope)?.messageRetentionDays ?? byRealm);
  return days === "forever" ? undefined : days;
};

/**
 * Moves messages past the retention period of their channel or realm to the archive, and deletes archived messages
 * after `archiveDays`. Only one process does it at a time, in small batches and with rests so that other changes can go in between.
 */
export const archiveExpiredMessages =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await ports.singleRunner.ifFree("retention", async () => {
      const pace = new Pace(stopping);
      for await (const { realmId, scope } of expiredScopes(ports)) {
        if (stopping?.aborted) return;
        await archiveScope(ports, realmId, scope, pace, stopping);
      }
      while (!stopping?.aborted && (await removeBatch(ports))) await pace.rest();
    });
  };

async function* expiredScopes({ workFinder, clock }: Ports): AsyncGenerator<ExpiredScope> {
  let after: ExpiredScope | undefined;
  do {
    const page: readonly ExpiredScope[] = await workFinder.expiredScopes(clock.now(), after, pageSize);
    yield* page;
    after = page.length === pageSize ? page.at(-1) : undefined;
  } while (after !== undefined);
}

/** The conversation id of a channel, or "direct"; undefined if the channel does not exist. */
const conversationAt = (state: RealmState, scope: Scope): Where | undefined =>
  scope === "direct" ? scope : state.channels.get(scope)?.conversationId;

/** The conversation whose messages expire, and the time (Unix seconds) before which they do. */
const expiry = (
  state: RealmState,
  scope: Scope,
  now: number,
): { readonly where: Where; readonly before: number } | undefined => {
  const days = retentionDays(state, scope);
  const where = conversationAt(state, scope);
  if (days === undefined || where === undefined) return undefined;
  return { where, before: Math.floor(now / 1000) - days * secondsIn.day };
};

/** Archives the expired messages of one channel or of all direct conversations, a batch per transaction. */
const archiveScope = async (
  { inTransaction }: Ports,
  realmId: RealmId,
  scope: Scope,
  pace: Pace,
  stopping: AbortSignal | undefined,
): Promise<void> => {
  const beforeAll = Number.MIN_SAFE_INTEGER;
  // Continues after the last batch, since deleted rows stay in the index for a while.
  for (let last: MessageId | undefined = beforeAll; last !== undefined && !stopping?.aborted; ) {
    const after: MessageId = last;
    const archived: E.Either<never, MessageId | undefined> = await inTransaction(
      byServer(realmId),
      async (tx) => {
        const due = expiry(tx.state, scope, tx.now);
        if (due === undefined) return E.right(undefined);
        const expired = await tx.messages.sentBefore(realmId, due.where, due.before, after, batchSize);
        for (const event of await deletionsOf(tx, expired)) tx.append(event);
        return E.right(expired.length < batchSize ? undefined : expired.at(-1)?.id);
      },
    );
    last = E.toUnion(archived);
    await pace.rest();
  }
};

/** Deletes a batch from the archives of all realms. Returns whether there may be more. */
const removeBatch = async ({ archive, clock, archiveDays }: Ports): Promise<boolean> => {
  const before = clock.now() - archiveDays * millisecondsIn.day;
  return (await archive.removeBefore(before, batchSize)) === batchSize;
};
