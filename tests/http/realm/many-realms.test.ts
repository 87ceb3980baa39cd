import { copyRealm } from "../../../bench/many-realms";
import { knexEventLog } from "../../../src/adapters/persistence/knex/events/event-log";
import { sweep } from "../../../src/application/events/sweep";
import { rerenderMessages } from "../../../src/application/messages/rerender-messages";
import { findRealm } from "../../../src/application/realm/find-realm";
import { archiveExpiredMessages } from "../../../src/application/retention/archive-expired-messages";
import { endUnfinishedUploads } from "../../../src/application/uploads/end-unfinished-uploads";
import { removeOrphans } from "../../../src/application/uploads/remove-orphans";
import { removeStrays } from "../../../src/application/uploads/remove-strays";
import { startServer, type TestServer } from "../../support/http/http-application";

const realms = 300;
const day = 86_400_000;

let server: TestServer;
let copies: number[];
let statements: string[];

/**
 * Whether a statement does part of the work. Those that open, close and guard a transaction don't: their number is the same for any
 * number of realms. Each pool asks once whether it is on Citus, and uses of API keys are recorded some time after the requests.
 */
const isWork = (sql: string): boolean =>
  !/^(BEGIN|COMMIT|ROLLBACK|SELECT pg_try_advisory|SELECT to_regclass|INSERT INTO api_key_uses)/i.test(
    sql.trim(),
  );

beforeAll(async () => {
  server = await startServer();
  copies = [...(await copyRealm(server.database.db, server.realmId, realms))];
  server.database.db.on("query", ({ sql }: { readonly sql: string }) => {
    if (isWork(sql)) statements.push(sql);
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  statements = [];
});

const loaded = (): readonly number[] =>
  copies.filter((id) => server.services.directory.peek(id) !== undefined);
const works: Readonly<Record<string, { readonly most: number; run(): Promise<void> }>> = {
  "the sweep": { most: 3, run: () => sweep(server.services)() },
  retention: { most: 2, run: () => archiveExpiredMessages(server.services)() },
  "rendering again": { most: 1, run: () => rerenderMessages(server.services)() },
  "removing orphans": { most: 1, run: () => removeOrphans(server.services)() },
  "ending unfinished uploads": { most: 1, run: () => endUnfinishedUploads(server.services)() },
  "removing strays": { most: 0, run: () => removeStrays(server.services)() },
};

test.each(Object.entries(works))(
  `%s among ${realms} realms without work takes a few statements and loads no realm`,
  async (_name, { most, run }) => {
    await run();
    expect(statements.length).toBeLessThanOrEqual(most);
    expect(loaded()).toEqual([]);
  },
);

test("finds a realm by host with one statement, and from then on with none", async () => {
  const [id = 0] = copies;
  await server.services.directory.stateOf(id);
  statements = [];
  const find = () => findRealm(server.services)("copy-1.chat.example.com")();
  expect(await find()).toMatchObject({ right: { realm: { id } } });
  expect(statements).toHaveLength(1);
  await find();
  expect(statements).toHaveLength(1);
});

test("looks up an unknown host again after a moment, in case another process has created the realm", async () => {
  const find = async () => findRealm(server.services)("copy-301.chat.example.com")();
  expect(await find()).toMatchObject({ right: { realm: { id: server.realmId } } });
  const before = statements.length;
  await find();
  expect(statements).toHaveLength(before);
  await server.database.db.raw("UPDATE realms SET subdomain = 'copy-301' WHERE id = ?", [copies[299] ?? 0]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await find()).toMatchObject({ right: { realm: { id: copies[299] } } });
});

test("removes idle queues and sessions of all realms in one go", async () => {
  const { db } = server.database;
  await db.raw(
    `INSERT INTO event_queues (realm_id, id, user_id, narrow, all_public_channels, presentation, acknowledged,
       starts_after, last_seen_at, idle_timeout_seconds)
     SELECT id, 'queue-' || id, 1, '[]', false, '{}', 0, 0, ?::bigint, 60 FROM realms`,
    [Date.now() - day],
  );
  await db.raw(
    `INSERT INTO sessions (realm_id, id, user_id, created_at, last_seen_at, browser, remote_address)
     SELECT id, 'session-' || id, 1, 0, 0, '', '' FROM realms`,
  );
  statements = [];
  const before = loaded();
  await sweep(server.services)();
  // Two find and two remove; one looks for logs that are passed.
  expect(statements.length).toBeLessThanOrEqual(5);
  const { rows } = await db.raw(
    "SELECT (SELECT count(*) FROM event_queues) AS queues, (SELECT count(*) FROM sessions) AS sessions",
  );
  expect(rows).toEqual([{ queues: 0, sessions: 0 }]);
  expect(loaded()).toEqual(before);
});

test("retention loads only the realm with an expired message", async () => {
  const { db } = server.database;
  const busy = copies[100] ?? 0;
  await db.raw(
    `UPDATE realms SET settings = jsonb_set(settings, '{messageRetentionDays}', '10') WHERE id = ANY(?)`,
    [copies],
  );
  await db.raw(
    `INSERT INTO messages (realm_id, id, conversation_id, channel_id, topic, sender_id, content,
       rendered_content, sent_at, client, read_by_sender, renderer_version)
     SELECT realm_id, 1, conversation_id, id, 't', 1, 'hi', '<p>hi</p>', ?, 'test', true, 1
     FROM channels WHERE realm_id = ANY(?) AND name = 'general'`,
    [Math.floor((Date.now() - day) / 1000), copies],
  );
  await db.raw("UPDATE messages SET sent_at = 0 WHERE realm_id = ?", [busy]);
  await db.raw("UPDATE realm_heads SET message_id = 1 WHERE realm_id = ANY(?)", [copies]);
  const before = loaded();
  await archiveExpiredMessages(server.services)();
  expect(loaded().filter((id) => !before.includes(id))).toEqual([busy]);
  const { rows } = await db.raw("SELECT realm_id FROM archived_messages");
  expect(rows).toEqual([{ realm_id: busy }]);
});

test("a realm with a locked head doesn't stop other realms' logs from being trimmed, and is trimmed afterwards", async () => {
  const { db } = server.database;
  const [locked = 0, free = 0] = copies.slice(200);
  const eventLog = knexEventLog(db);
  const holder = await db.transaction();
  await holder.raw("SELECT position FROM realm_heads WHERE realm_id = ? FOR UPDATE", [locked]);
  const logs = [locked, free].map((realmId) => ({ realmId, upTo: 5 }));
  const pruning = eventLog.prune(logs, Date.now() + day);
  while ((await eventLog.prunedUpTo(free)) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await eventLog.prunedUpTo(locked)).toBe(0);
  await holder.rollback();
  await pruning;
  expect([await eventLog.prunedUpTo(locked), await eventLog.prunedUpTo(free)]).toEqual([5, 5]);
});
