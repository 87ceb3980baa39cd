import { randomUUID } from "node:crypto";
import { connect } from "@nats-io/transport-node";
import { createClient } from "@redis/client";
import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { secretSeals } from "../../../src/adapters/security/seals";
import type { Bus } from "../../../src/adapters/wakeup/bus";
import { busWakeup } from "../../../src/adapters/wakeup/bus-wakeup";
import { natsBus } from "../../../src/adapters/wakeup/nats-bus";
import { postgresBus } from "../../../src/adapters/wakeup/postgres-bus";
import { ProcessRelay } from "../../../src/adapters/wakeup/process-relay";
import { redisBus } from "../../../src/adapters/wakeup/redis-bus";
import { relayedBus } from "../../../src/adapters/wakeup/relayed-bus";
import { fixedClock, localWakeup } from "../../support/application/fakes";
import { relayDoor, relayLine } from "../../support/application/relay-line";
import { engines } from "../../support/servers/engines";
import { proxyTo } from "../../support/storage/database-proxy";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { wakeupContract } from "./wakeup.contract";

const { redis, nats } = engines();
const prefix = `parley.test.${randomUUID()}`;
const clock = fixedClock();
const seals = secretSeals("a secret that processes share");
const on = (bus: Bus, onError: (error: unknown) => void) => busWakeup(bus, { clock, seals, onError });

describe("in one process", () => {
  test("every listener receives each announcement, including its own", async () => {
    const wakeup = localWakeup();
    const heard: unknown[] = [];
    let connections = 0;
    const listening = await wakeup.listen({
      grown: (...news) => heard.push(news),
      signalled: (...news) => heard.push(news),
      connected: () => {
        connections += 1;
      },
    });
    wakeup.announce(1, 5, []);
    await listening.close();
    wakeup.announce(1, 6, []);
    expect([heard, connections]).toEqual([[[1, 5, []]], 1]);
  });
});

describe("over PostgreSQL", () => {
  let database: TestDatabase;
  const pools: Knex[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const pool of pools) await pool.destroy();
    await database.destroy();
  });

  wakeupContract({
    seals,
    clock,
    isByRealm: false,
    carriesMany: false,
    process: (onError, way) => {
      if (way === undefined) return on(postgresBus(database.db, database.connection), onError);
      const pool = openDatabase(way.connection, { poolSize: 2 });
      pools.push(pool);
      return on(postgresBus(pool, way.connection), onError);
    },
    door: () => proxyTo(database.connection),
    sendStrange: (_, payload) => database.db.raw("SELECT pg_notify('parley_log', ?)", [payload]),
  });
});

describe("through the primary process of one server", () => {
  const relay = new ProcessRelay();
  wakeupContract({
    seals,
    clock,
    isByRealm: true,
    carriesMany: true,
    process: (onError, way) => on(relayedBus(relayLine(relay, way)), onError),
    door: async () => relayDoor(),
    sendStrange: async (_, payload) => relay.passToAll(payload),
  });
});

(redis === undefined ? describe.skip : describe)("over Redis (skipped where there is none)", () => {
  const url = redis ?? "redis://nowhere";
  wakeupContract({
    seals,
    clock,
    isByRealm: true,
    carriesMany: true,
    process: (onError, way) => on(redisBus(way ? String(way.connection) : url, prefix), onError),
    door: () => proxyTo(url),
    sendStrange: async (realmId, payload) => {
      const client = createClient({ url });
      await client.connect();
      await client.publish(`${prefix}.realm.${realmId}`, payload);
      await client.close();
    },
  });
});

(nats === undefined ? describe.skip : describe)("over NATS (skipped where there is none)", () => {
  const url = nats ?? "nats://nowhere";
  wakeupContract({
    seals,
    clock,
    isByRealm: true,
    carriesMany: true,
    process: (onError, way) => on(natsBus(way ? String(way.connection) : url, prefix), onError),
    door: () => proxyTo(url),
    sendStrange: async (realmId, payload) => {
      const client = await connect({ servers: new URL(url).host });
      client.publish(`${prefix}.realm.${realmId}`, payload);
      await client.drain();
    },
  });
});
