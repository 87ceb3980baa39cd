import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Realm } from "../many-realms";
import type { Person } from "../seed";
import type { Cost } from "./costs";
import { less, times } from "./load";
import type { Reading } from "./meter";
import type { World } from "./world";

/** Cycles through the organizations and their people. */
export const every = (realms: readonly Realm[], index: number): Realm => {
  const realm = realms[index % realms.length];
  if (realm === undefined) throw new Error("There are no organizations");
  return realm;
};

export const everyPerson = ({ people }: Realm, index: number): Person =>
  people[index % people.length] ?? people[0];

/** The cost of one of this many. */
export const per = ({ node, database }: Cost, count: number): Cost => ({
  node: Math.max(0, node) / count,
  database: Math.max(0, database) / count,
});

/** Runs work, and returns what it took beyond an idle process. */
export type Took = (work: () => Promise<unknown>) => Promise<Cost>;

export const took =
  ({ meter }: World, itself: Cost): Took =>
  async (work) => {
    meter.reset();
    await work();
    const read: Reading = meter.read();
    return less(read, times(itself, read.seconds));
  };

/** A connection to the server's database. */
export const connect = async ({ config }: World): Promise<Client> => {
  const client = new Client(JSON.parse(readFileSync(join(config.dataDir, "connection.json"), "utf8")));
  await client.connect();
  return client;
};

export const withDatabase = async <A>(world: World, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = await connect(world);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
