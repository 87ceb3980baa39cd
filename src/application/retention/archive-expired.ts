import { type Either, isRight, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { byServer } from "../caller";
import { deletionsOf } from "../messages/deletion-events";
import type { Clock } from "../ports/clock";
import type { MessageArchive } from "../ports/message-archive";
import type { SingleRunner } from "../ports/single-runner";
import type { ExpiredPlace, WorkFinder } from "../ports/work-finder";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly archive: MessageArchive;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
  /** How long deleted messages can be brought back. */
  readonly archiveDays: number;
}

/** Small enough that a send behind it waits for some milliseconds only. */
const batchSize = 500;
const daySeconds = 86_400;
const forever = -1;

/** How many places are looked up at a time. */
const pageSize = 100;

/** A channel by its id, or all direct conversations. */
type Place = ExpiredPlace["place"];

/** For how many days messages there are kept; undefined for all time. API §2.3. */
const retentionOf = ({ realm, channels }: RealmState, place: Place): number | undefined => {
  const byRealm = realm.settings.messageRetentionDays;
  const days = place === "direct" ? byRealm : (channels.get(place)?.messageRetentionDays ?? byRealm);
  return days === forever ? undefined : days;
};

/**
 * Moves messages that are older than their channel or realm keeps them to the archive, and removes what has
 * been there long enough. One process at a time does it, a batch a turn, so that nobody who sends waits longer
 * than one batch takes.
 */
export const archiveExpired =
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

const conversationOf = (state: RealmState, place: Place): Place | undefined =>
  place === "direct" ? place : state.channels.get(place)?.conversationId;

/** Where messages are that have had their time, and from when. */
const expiry = (
  state: RealmState,
  place: Place,
  now: number,
): { readonly where: Place; readonly before: number } | undefined => {
  const days = retentionOf(state, place);
  const where = conversationOf(state, place);
  if (days === undefined || where === undefined) return undefined;
  return { where, before: Math.floor(now / 1000) - days * daySeconds };
};

/** Archives what is due in one place, in batches that each take the realm's turn for a moment. */
const archivePlace = async (
  { inTransaction }: Ports,
  realmId: number,
  place: Place,
  stopping: AbortSignal | undefined,
): Promise<void> => {
  const beforeAll = Number.MIN_SAFE_INTEGER;
  // Goes on behind what the last batch took: what is deleted stays in the index for a while.
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

/** The same for what has been in the archive long enough, of all realms together. */
const removeBatch = async ({ archive, clock, archiveDays }: Ports): Promise<boolean> => {
  const before = clock.now() - archiveDays * daySeconds * 1000;
  return (await archive.removeBefore(before, batchSize)) === batchSize;
};
