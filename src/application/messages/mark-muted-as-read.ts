import { entity } from "../../domain/codec/codec";
import type { PeopleEvent } from "../../domain/events/people-event";
import { type UserId, userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import type { MessageReader } from "../ports/messages/message-reader";
import type { InTransaction } from "../transaction";
import { markReadInSlices } from "./internal/mark-read-in-slices";

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
    const { userId, mutedId } = payload;
    const isWanted = (state: RealmState) => isMuted(state, payload);
    if (isWanted(await ports.directory.newest(realmId)))
      await markReadInSlices(ports, {
        realmId,
        userId,
        narrow: [{ operator: "sender", userId: mutedId, negated: false }],
        isWanted,
        includes: ({ senderId }) => senderId === mutedId,
      });
    return done;
  },
});
