import * as t from "io-ts";
import type { NewJob } from "../../domain/job";
import type { Message } from "../../domain/message";
import type { NarrowTerm } from "../../domain/narrow";
import { offlineAfterSeconds } from "../../domain/presence";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { MaybeMissed } from "../mail/find-missed";
import { missedLetter } from "../mail/missed-letter";
import { scopeOf } from "../messages/message-access";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmRegistry } from "../ports/realm-registry";
import type { PresenceBoard } from "../presence/presence-board";
import type { RealmDirectory } from "../realm-directory";
import { afterDelays, done, type JobHandler } from "./job-handler";
import { mailJob } from "./mail-payload";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly presence: PresenceBoard;
  readonly registry: RealmRegistry;
  readonly clock: Clock;
  readonly siteUrl: () => string;
}

/** Of direct messages, and of mentions. */
const mostTold = 20;
const minute = 60_000;

/** Checks later whether somebody missed a message. A check that already waits for the user keeps its time. */
export const missedJob = ({ userId, messageId, dueAt }: MaybeMissed): NewJob => ({
  kind: "mail_missed_messages",
  key: `${userId}`,
  payload: { userId, messageId },
  dueAt,
});

/**
 * Mails somebody the direct messages and mentions that they haven't read, from one message on, while they are away.
 * The mail is enqueued in one commit with the job's end.
 */
export const mailMissedMessages = (
  ports: Ports,
): JobHandler<{ readonly userId: number; readonly messageId: number }> => {
  const hasManyRealms = manyRealms(ports.registry);
  return {
    payload: t.type({ userId: t.number, messageId: t.number }),
    atOnce: 4,
    delayAfter: afterDelays([1, 5, 15, 60].map((minutes) => minutes * minute)),
    run: async ({ realmId, payload: { userId, messageId } }) => {
      const { directory, clock, siteUrl } = ports;
      const state = await directory.newest(realmId);
      const reader = state.users.get(userId);
      const isAway = reader?.isActive === true && !(await isHere(ports, realmId, userId));
      if (!isAway || !reader.settings.enableOfflineEmailNotifications) return done;
      const unread = await missedBy(ports, state, reader, messageId);
      if (unread.length === 0) return done;
      const now = clock.now();
      const facts = { state, siteUrl: siteUrl(), hasManyRealms: await hasManyRealms(), now };
      return { kind: "done", next: [mailJob(missedLetter(reader, unread, facts), now)] };
    },
  };
};

/** Whether the server has several organizations. Asked until it has: none is ever removed. */
const manyRealms = (registry: RealmRegistry): (() => Promise<boolean>) => {
  let known = false;
  return async () => {
    known ||= (await registry.page(0, 2)).length > 1;
    return known;
  };
};

const isHere = async ({ presence, clock }: Ports, realmId: number, userId: number): Promise<boolean> => {
  const last = await presence.of(realmId, userId);
  return last !== undefined && clock.now() - last.activeAt < offlineAfterSeconds * 1000;
};

/** What concerns the reader by name from a message on, and is still unread; oldest first. */
const missedBy = async (
  { messages, clock }: Ports,
  state: RealmState,
  reader: User,
  from: number,
): Promise<readonly Message[]> => {
  const unread: NarrowTerm = { operator: "unread", userId: reader.id, negated: false };
  const kinds: readonly NarrowTerm[] = [
    { operator: "is-dm", negated: false },
    { operator: "flagged", userId: reader.id, flags: ["mentioned"], negated: false },
  ];
  const found = new Map<number, Message>();
  for (const kind of kinds) {
    const scope = scopeOf(state, reader, [], clock.now());
    const window = { scope, narrow: [unread, kind], anchor: from, before: 0, after: mostTold };
    const { at, after } = await messages.around(state.realm.id, window);
    for (const message of [...(at ? [at] : []), ...after]) found.set(message.id, message);
  }
  const muted = new Set(reader.mutedUsers.map(({ userId }) => userId));
  return [...found.values()]
    .filter(({ senderId }) => senderId !== reader.id && !muted.has(senderId))
    .sort((a, b) => a.id - b.id);
};
