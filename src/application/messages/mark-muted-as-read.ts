import * as E from "fp-ts/Either";
import { entity } from "../../domain/codec/codec";
import type { PeopleEvent } from "../../domain/events/people-event";
import { type RealmId, type UserId, userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { RealmState } from "../../domain/state/realm-state";
import { statesByConversation } from "../access/message-access";
import { byServer } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import type { MessageReader } from "../ports/messages/message-reader";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./internal/apply-flag";
import { sliceSize, unreadIn } from "./internal/unread-slices";
import { beyondNewest } from "./shared/message-page";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
}

interface Muting {
  readonly userId: UserId;
  readonly mutedId: UserId;
}

/** The job that follows from muting a user. */
export const mutingJobs = (
  { userId, added }: Extract<PeopleEvent, { type: "muted_users_set" }>,
  now: number,
): readonly NewJob[] =>
  added === undefined
    ? []
    : [
        {
          kind: "mark_muted_as_read",
          key: `${userId} ${added}`,
          payload: { userId, mutedId: added },
          dueAt: now,
        },
      ];

const isMuted = (state: RealmState, { userId, mutedId }: Muting): boolean =>
  state.mutersOf(mutedId).has(userId);

/** Marks all messages of a muted user as read for the one who muted them, since clients hide them. */
export const markMutedAsRead = (ports: Ports): JobHandler<Muting> => ({
  payload: entity<Muting>({ userId: userIdCodec, mutedId: userIdCodec }),
  atOnce: 1,
  delayAfter: afterMinutes([1, 5, 15, 60]),
  run: async ({ realmId, payload }) => {
    if (isMuted(await ports.directory.newest(realmId), payload)) await markAsRead(ports, realmId, payload);
    return done;
  },
});

/** Marks the unread messages in slices, the newest first. */
const markAsRead = async (
  { inTransaction, messages }: Ports,
  realmId: RealmId,
  muting: Muting,
): Promise<void> => {
  const { userId, mutedId } = muting;
  let anchor = beyondNewest;
  for (;;) {
    const bySender = [{ operator: "sender", userId: mutedId, negated: false }] as const;
    const unread = await unreadIn(messages, { realmId, userId }, bySender, anchor);
    const [oldest] = unread;
    if (oldest === undefined) return;
    await inTransaction(byServer(realmId), async (tx) => {
      if (!isMuted(tx.state, muting)) return E.right(undefined);
      const slice = await tx.messages.headsOf(
        realmId,
        unread.map(({ id }) => id),
      );
      const states = await statesByConversation(tx.readStates, realmId, userId, slice);
      await applyFlag({ tx, realmId, userId, op: "add", messages: slice, states }, "read");
      return E.right(undefined);
    });
    if (unread.length < sliceSize) return;
    anchor = oldest.id;
  }
};
