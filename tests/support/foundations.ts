import type { OpenTransaction, RealmTransactions } from "../../src/application/ports/realm-transactions";
import type { RealmEvent } from "../../src/domain/event";
import type { JobOrder } from "../../src/domain/job";
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
  jobs: readonly JobOrder[] = [],
): Promise<number> => {
  const open = await transactions.begin(realmId);
  open.jobs.enqueue(...jobs);
  return appendAll(open, events);
};

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
