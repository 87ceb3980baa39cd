import { Client } from "pg";
import type { ConnectionSettings } from "../src/adapters/persistence/knex/database/database";
import { call } from "./load";
import type { Person } from "./seed";

interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
}

interface Fetched {
  readonly events: readonly { readonly type: string; readonly op?: string }[];
}

const channel = "by-one-request";
const bareRealm = 1_000_001;

/** How long one request takes that subscribes everyone to a new channel, and how long until all open queues have the event. */
export const subscribeAll = async (
  url: string,
  owner: Person,
  people: readonly Person[],
  readers: readonly Person[],
): Promise<{ request: number; heardAfter: number }> => {
  const queues: { person: Person; made: Registered }[] = [];
  for (const person of readers)
    queues.push({
      person,
      made: await call<Registered>(`${url}/api/v1/register`, "POST", person, {
        event_types: '["subscription"]',
        fetch_event_types: "[]",
      }),
    });
  const polls = queues.map(async ({ person, made }) => {
    const { events } = await call<Fetched>(`${url}/api/v1/events`, "GET", person, {
      queue_id: made.queue_id,
      last_event_id: String(made.last_event_id),
    });
    if (!events.some(({ op }) => op === "add")) throw new Error("a poll ended without the subscription");
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const began = performance.now();
  await call(`${url}/api/v1/users/me/subscriptions`, "POST", owner, {
    subscriptions: JSON.stringify([{ name: channel }]),
    principals: JSON.stringify(people.map(({ id }) => id)),
  });
  const request = performance.now() - began;
  await Promise.all(polls);
  return { request, heardAfter: performance.now() - began };
};

/** Milliseconds to insert the same rows with bare `pg`, in one statement. */
export const bareSubscriptions = async (
  connection: ConnectionSettings,
  people: readonly Person[],
): Promise<number> => {
  const client = new Client(
    typeof connection === "string" ? { connectionString: connection } : { ...connection },
  );
  await client.connect();
  const began = performance.now();
  await client.query(
    `INSERT INTO subscriptions (realm_id, user_id, channel_id, is_active, color, is_muted, pin_to_top, received)
     SELECT $1, unnest($2::bigint[]), 1, true, '#76ce90', false, false, '{[1,)}'`,
    [bareRealm, people.map(({ id }) => id)],
  );
  const took = performance.now() - began;
  await client.query("DELETE FROM subscriptions WHERE realm_id = $1", [bareRealm]);
  await client.end();
  return took;
};
