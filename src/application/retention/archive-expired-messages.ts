import { type Either, isRight, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import { millisecondsIn, secondsIn } from "../../domain/units/time";
import { byServer } from "../caller";
import { deletionsOf } from "../messages/shared/deletion-events";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { ExpiredPlace, WorkFinder } from "../ports/jobs/work-finder";
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

/** Small enough to delay other changes by only some milliseconds. */
const batchSize = 500;

/** Places read per query. */
const pageSize = 100;

/** A channel's id, or "direct" for all direct conversations. */
type Place = ExpiredPlace["place"];

/** Days until messages in the place expire; undefined for never. API §2.3. */
const retentionDays = ({ realm, channels }: RealmState, place: Place): number | undefined => {
  const byRealm = realm.settings.messageRetentionDays;
  const days = place === "direct" ? byRealm : (channels.get(place)?.messageRetentionDays ?? byRealm);
  return days === "forever" ? undefined : days;
};

/**
 * Moves messages past the retention period of their channel or realm to the archive, and deletes archived messages
 * after `archiveDays`. Only one process does it at a time, in small batches so that other changes can go in between.
 */
export const archiveExpiredMessages =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await ports.singleRunner.ifFree("retention", async () => {
      for await (const { realmId, place } of expiredPlaces(ports)) {
        if (stopping?.aborted) return;
        await archivePlace(ports, realmId, place, stopping);
      }
      while (!stopping?.aborted && (await removeBatch(ports)));
    });
  };

async function* expiredPlaces({ workFinder, clock }: Ports): AsyncGenerator<ExpiredPlace> {
  let after: ExpiredPlace | undefined;
  do {
    const page: readonly ExpiredPlace[] = await workFinder.expiredPlaces(clock.now(), after, pageSize);
    yield* page;
    after = page.length === pageSize ? page.at(-1) : undefined;
  } while (after !== undefined);
}

/** The conversation id of a channel, or "direct"; undefined if the channel does not exist. */
const conversationAt = (state: RealmState, place: Place): Place | undefined =>
  place === "direct" ? place : state.channels.get(place)?.conversationId;

/** The conversation whose messages expire, and the time (Unix seconds) before which they do. */
const expiry = (
  state: RealmState,
  place: Place,
  now: number,
): { readonly where: Place; readonly before: number } | undefined => {
  const days = retentionDays(state, place);
  const where = conversationAt(state, place);
  if (days === undefined || where === undefined) return undefined;
  return { where, before: Math.floor(now / 1000) - days * secondsIn.day };
};

/** Archives the expired messages of one place, a batch per transaction. */
const archivePlace = async (
  { inTransaction }: Ports,
  realmId: RealmId,
  place: Place,
  stopping: AbortSignal | undefined,
): Promise<void> => {
  const beforeAll = Number.MIN_SAFE_INTEGER;
  // Continues after the last batch, since deleted rows stay in the index for a while.
  for (let last: number | undefined = beforeAll; last !== undefined && !stopping?.aborted; ) {
    const after: number = last;
    const archived: Either<ApiError, number | undefined> = await inTransaction(
      byServer(realmId),
      (tx) => async () => {
        const due = expiry(tx.state, place, tx.now);
        if (due === undefined) return right(undefined);
        const expired = await tx.messages.sentBefore(realmId, due.where, due.before, after, batchSize);
        for (const event of await deletionsOf(tx, expired)) tx.append(event);
        return right(expired.length < batchSize ? undefined : expired.at(-1)?.id);
      },
    )();
    last = isRight(archived) ? archived.right : undefined;
  }
};

/** Deletes a batch from the archives of all realms. Returns whether there may be more. */
const removeBatch = async ({ archive, clock, archiveDays }: Ports): Promise<boolean> => {
  const before = clock.now() - archiveDays * millisecondsIn.day;
  return (await archive.removeBefore(before, batchSize)) === batchSize;
};
