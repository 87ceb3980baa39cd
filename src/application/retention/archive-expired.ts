import { isRight, right } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import { deletionsOf } from "../messages/delete-messages";
import type { Clock } from "../ports/clock";
import type { MessageArchive } from "../ports/message-archive";
import type { MessageReader } from "../ports/message-reader";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly registry: RealmRegistry;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly archive: MessageArchive;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
  /** How long deleted messages can be brought back. */
  readonly archiveDays: number;
}

const batchSize = 1000;
const daySeconds = 86_400;
const forever = -1;

/** A channel by its id, or all direct conversations. */
type Place = number | "direct";

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
      for (const { id: realmId } of await ports.registry.list()) {
        const state = await ports.directory.of(realmId);
        for (const place of ["direct" as const, ...state.channels.keys()])
          while (!stopping?.aborted && (await archiveBatch(ports, realmId, place)));
        while (!stopping?.aborted && (await removeBatch(ports, realmId)));
      }
    });
  };

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

/** Archives a batch of what is due in one place. Says whether there may be more. */
const archiveBatch = async (ports: Ports, realmId: number, place: Place): Promise<boolean> => {
  const { directory, messages, inTransaction, clock } = ports;
  // Looked at before the realm's turn is taken, which is worth it only if there is something.
  const seen = expiry(await directory.of(realmId), place, clock.now());
  if (seen === undefined) return false;
  if ((await messages.sentBefore(realmId, seen.where, seen.before, 1)).length === 0) return false;
  const archived = await inTransaction(realmId, (tx) => async () => {
    const due = expiry(tx.state, place, tx.now);
    if (due === undefined) return right(0);
    const expired = await tx.messages.sentBefore(realmId, due.where, due.before, batchSize);
    for (const event of deletionsOf(expired, tx.now)) tx.append(event);
    return right(expired.length);
  })();
  return isRight(archived) && archived.right === batchSize;
};

/** The same for what has been in the archive long enough. */
const removeBatch = async ({ archive, clock, archiveDays }: Ports, realmId: number): Promise<boolean> => {
  const before = clock.now() - archiveDays * daySeconds * 1000;
  return (await archive.removeBefore(realmId, before, batchSize)) === batchSize;
};
