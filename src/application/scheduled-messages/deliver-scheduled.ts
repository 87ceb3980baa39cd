import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import type { Result } from "../caller";
import { prepareNotice, sendNotice } from "../messages/notice";
import { type NewMessage, sendMessage } from "../messages/send-message";
import type { DueMessage } from "../ports/personal-reader";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { Needs } from "../together";
import { asWanted, isTooLate } from "./check-scheduled";
import { isStillScheduled, noSuchScheduledMessage } from "./find-scheduled";

interface Ports extends Needs<typeof sendMessage> {
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
  readonly onError: (error: unknown) => void;
}

/** How many a realm sends before the next realm has its turn. */
const batchSize = 100;

/**
 * Sends the messages that are due. One process at a time looks for them; that none is sent twice doesn't depend
 * on it: a message and the end of its schedule are one commit. Its sender hears of one that can't be sent.
 */
export const deliverScheduled =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { registry, personal, singleRunner, clock } = ports;
    await singleRunner.ifFree("scheduled messages", async () => {
      for (const { id: realmId } of await registry.list())
        for (const due of await personal.dueScheduled(realmId, Math.floor(clock.now() / 1000), batchSize)) {
          if (stopping?.aborted) return;
          await deliver(ports, realmId, due);
        }
    });
  };

const deliver = async (ports: Ports, realmId: number, { userId, scheduled }: DueMessage): Promise<void> => {
  const outcome = isTooLate(scheduled, ports.clock.now())
    ? left(badRequest("Message could not be sent at the scheduled time."))
    : await sendMessage(ports)(
        { realmId, userId, client: scheduled.client },
        asMessage(scheduled, userId),
      )().catch((error): Either<ApiError, never> => {
        // One that breaks the server would hold up all behind it.
        ports.onError(error);
        return left(badRequest("Internal server error"));
      });
  if (isLeft(outcome) && outcome.left !== noSuchScheduledMessage)
    await fail(ports, realmId, { userId, scheduled }, outcome.left.message)();
};

const asMessage = (scheduled: ScheduledMessage, senderId: number): NewMessage => {
  const { to, topic } = asWanted(scheduled.place, senderId);
  const { content, readBySender } = scheduled;
  return {
    to: typeof to === "number" ? { kind: "channel", channel: to, topic } : { kind: "direct", recipients: to },
    ...{ content, readBySender, scheduled },
  };
};

/** Records why a message could not be sent, and tells its sender, if they still are here. */
const fail =
  (
    { inTransaction, directory, renderer }: Ports,
    realmId: number,
    { userId, scheduled }: DueMessage,
    reason: string,
  ): Result<void> =>
  async () => {
    const when = `<time:${new Date(scheduled.deliverAt * 1000).toISOString()}>`;
    const notice = await prepareNotice(
      renderer,
      await directory.of(realmId),
      `The message that you scheduled for ${when} could not be sent:\n\n> ${reason}\n\n[Your scheduled messages](#scheduled)`,
    );
    return inTransaction(realmId, (tx) => async () => {
      if (!(await isStillScheduled(tx, { realmId, userId }, scheduled))) return right(undefined);
      const failed = { ...scheduled, failure: reason };
      tx.append({ type: "scheduled_set", userId, scheduled: failed, isNew: false });
      if (tx.state.users.get(userId)?.isActive) await sendNotice(tx, userId, notice);
      return right(undefined);
    })();
  };
