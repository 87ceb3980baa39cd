import { isLeft } from "fp-ts/Either";
import type { EventLog } from "../../src/application/ports/event-log";
import type { OpenTransaction, RealmTransactions } from "../../src/application/ports/realm-transactions";
import type { LoggedEvent, RealmEvent } from "../../src/domain/event";
import type { Realm } from "../../src/domain/realm";
import { aRealm } from "./builders";

let founded = 0;

/** Commits the first transaction of a realm that no other test uses. */
export const foundRealm = async (
  transactions: RealmTransactions,
  events: readonly RealmEvent[] = [],
): Promise<Realm> => {
  founded += 1;
  const open = await transactions.found(`realm-${founded}`, (id) =>
    aRealm({ id, subdomain: `realm-${founded}` }),
  );
  await appendAll(open, [{ type: "realm_created", realm: open.realm }, ...events]);
  return open.realm;
};

/** Commits the events in one transaction of their own, and tells the position after them. */
export const commitAll = async (
  transactions: RealmTransactions,
  realmId: number,
  events: readonly RealmEvent[],
): Promise<number> => appendAll(await transactions.begin(realmId), events);

const appendAll = async (open: OpenTransaction, events: readonly RealmEvent[]): Promise<number> => {
  let { position, messageId } = open.head;
  try {
    for (const event of events) {
      position += 1;
      if (event.type === "message_sent") messageId = Math.max(messageId, event.message.id);
      open.append({ position, event });
    }
    await open.commit({ ...open.head, position, messageId });
  } catch (error) {
    await open.rollback();
    throw error;
  }
  return position;
};

/** Events of a log all of which can be read. */
export const eventsAfter = async (
  eventLog: Pick<EventLog, "after">,
  ...asked: Parameters<EventLog["after"]>
): Promise<readonly LoggedEvent[]> => {
  const page = await eventLog.after(...asked);
  if (isLeft(page)) throw new Error(`Event ${page.left.position}: ${page.left.problem}`);
  return page.right;
};
