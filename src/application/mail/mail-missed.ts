import type { Message } from "../../domain/message";
import type { NarrowTerm } from "../../domain/narrow";
import { offlineAfterSeconds } from "../../domain/presence";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { scopeOf } from "../messages/message-access";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { MaybeMissed, MissedMailStore } from "../ports/missed-mail-store";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { PresenceBoard } from "../presence/presence-board";
import type { RealmDirectory } from "../realm-directory";
import { findMissed } from "./find-missed";
import type { MailRoom } from "./mail-room";
import { missedLetter } from "./missed-letter";

interface Ports {
  readonly missedMails: MissedMailStore;
  readonly mailRoom: MailRoom;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly presence: PresenceBoard;
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
  readonly siteUrl: () => string;
}

/** Of direct messages, and of mentions. */
const mostTold = 20;

/**
 * Tells people by mail of direct messages and mentions that they haven't read some minutes later, while they are
 * away. Messages are searched afterwards, so that sending one costs nothing more; one process at a time does it.
 */
export const mailMissed =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await ports.singleRunner.ifFree("missed mail", async () => {
      const realms = await ports.registry.list();
      for (const { id } of realms) {
        if (stopping?.aborted) return;
        await search(ports, id);
        for (const missed of await ports.missedMails.due(id, ports.clock.now()))
          await tell(ports, id, missed, realms.length > 1);
      }
    });
  };

/** Goes through what was sent since the last time. */
const search = async ({ missedMails, directory }: Ports, realmId: number): Promise<void> => {
  const newest = await missedMails.newestMessageId(realmId);
  const from = await missedMails.searchedTo(realmId);
  if (from === newest) return;
  const addressed = from === undefined ? [] : await missedMails.addressed(realmId, from, newest);
  // A realm that nobody uses needs no memory.
  const state = addressed.length === 0 ? undefined : await directory.newest(realmId);
  const found = state === undefined ? [] : addressed.flatMap((message) => findMissed(state, message));
  await missedMails.note(realmId, newest, found);
};

const tell = async (
  ports: Ports,
  realmId: number,
  { userId, messageId }: MaybeMissed,
  hasManyRealms: boolean,
): Promise<void> => {
  const { missedMails, mailRoom, directory, clock, siteUrl } = ports;
  const state = await directory.of(realmId);
  const now = clock.now();
  const reader = state.users.get(userId);
  const isAway = reader?.isActive === true && !(await isHere(ports, realmId, userId));
  const wantsMail = isAway && reader.settings.enableOfflineEmailNotifications;
  const unread = wantsMail ? await missedBy(ports, state, reader, messageId) : [];
  const facts = { state, siteUrl: siteUrl(), hasManyRealms, now };
  const mail = reader && unread.length > 0 ? missedLetter(reader, unread, facts) : undefined;
  await missedMails.settle(realmId, userId, mail, now);
  if (mail) mailRoom.ring();
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
