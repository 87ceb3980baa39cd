import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { fcmPeer } from "../support/push-peers/fcm-peer";

const folder = mkdtempSync(join(tmpdir(), "parley-push-"));
let peer: Awaited<ReturnType<typeof fcmPeer>>;
let server: TestServer;
let other: TestServer;
let ben: Client;

beforeAll(async () => {
  peer = await fcmPeer();
  const { account } = peer;
  const file = join(folder, "fcm.json");
  writeFileSync(
    file,
    JSON.stringify({
      ...{ type: "service_account", project_id: account.projectId, client_email: account.clientEmail },
      ...{ private_key: account.privateKey, private_key_id: account.keyId, token_uri: account.tokenUri },
    }),
  );
  server = await startServer({
    settings: { PARLEY_PUSH: "fcm", PARLEY_FCM_KEY_FILE: file, PARLEY_FCM_URL: peer.url },
  });
  other = await server.restarted();
  ben = await server.newMember("Ben");
  server.services.pushOffice.open();
  other.services.pushOffice.open();
});
afterAll(async () => {
  await other.close();
  await server.stop();
  await peer.close();
  rmSync(folder, { recursive: true });
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(10);
};
const write = async (from: TestServer) =>
  (await from.owner.post("/messages", { type: "direct", to: [ben.id], content: "hello" })).body.id;

/** The statements that a piece of work runs here, its own and whatever follows from it. */
const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const statements: string[] = [];
  const note = ({ sql }: { readonly sql: string }) => statements.push(sql);
  server.database.db.on("query", note);
  await work();
  await sleep(100);
  server.database.db.off("query", note);
  return statements;
};

test("where nobody has a device a send runs no statement for notifications; where some do, none of its own more", async () => {
  await write(server);
  const before = await statementsOf(() => write(server));
  expect(before.filter((sql) => /push|advisory/.test(sql))).toEqual([]);
  await ben.post("/users/me/android_gcm_reg_id", { token: "android-1" });
  await sleep(200);
  const after = await statementsOf(() => write(server));
  const own = (statements: readonly string[]) =>
    statements.filter((sql) => /realm_heads SET|INSERT INTO messages/.test(sql));
  expect(own(after)).toEqual(own(before));
  await until(() => peer.script.arrivals.length === 1);
  peer.script.take();
});

test("of two nodes one sends each notification, whichever took the message", async () => {
  const ids = await Promise.all([server, other, server, other, server, other].map(write));
  await until(() => peer.script.arrivals.length >= ids.length);
  await sleep(100);
  const sent = peer.script.take().map(({ payload }) => Number(payload.zulip_message_id));
  expect(sent.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});

test("when the one that sends goes away, the other goes on", async () => {
  await server.services.pushOffice.close();
  const id = await write(server);
  await other.services.pushOffice.deliver();
  await until(() => peer.script.arrivals.length > 0);
  expect(peer.script.take().map(({ payload }) => payload.zulip_message_id)).toEqual([`${id}`]);
});
