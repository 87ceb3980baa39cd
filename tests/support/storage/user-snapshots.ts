import * as RR from "fp-ts/ReadonlyRecord";
import {
  type SnapshotRequest,
  snapshotParts,
  type UserSnapshot,
} from "../../../src/application/ports/events/user-snapshots";
import type { RealmId, UserId } from "../../../src/domain/ids";
import type { Unread } from "../../../src/domain/messages/unread";
import type { Persistence } from "./persistence";

type Stored = Pick<Persistence, "userSnapshots">;

/** Every part, with more than a test writes. */
export const everyPart: SnapshotRequest = {
  parts: RR.fromEntries(snapshotParts.map((part) => [part, true])),
  mostUnread: 99_999,
  mostDirects: 999,
};

/** What a user has now. */
export const snapshotOf = (
  { userSnapshots }: Stored,
  realmId: RealmId,
  userId: UserId,
  request: Partial<SnapshotRequest> = {},
): Promise<UserSnapshot> => userSnapshots.read(realmId, userId, { ...everyPart, ...request });

/** A user's newest unread messages. */
export const unreadOf = async (
  stored: Stored,
  realmId: RealmId,
  userId: UserId,
  mostUnread = everyPart.mostUnread,
): Promise<Unread> => (await snapshotOf(stored, realmId, userId, { mostUnread })).unread;

/** The messages that a user starred. */
export const starredOf = async (
  stored: Stored,
  realmId: RealmId,
  userId: UserId,
): Promise<readonly number[]> => (await snapshotOf(stored, realmId, userId)).starred;

/** The ids of unread messages, ascending. */
export const idsOf = ({ topics }: Unread): readonly number[] =>
  topics.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b);
