import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { fcmPeer } from "../../support/servers/push/fcm-peer";

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
      type: "service_account",
      project_id: account.projectId,
      client_email: account.clientEmail,
      private_key: account.privateKey,
      private_key_id: account.keyId,
      token_uri: account.tokenUri,
    }),
  );
  server = await startServer({
    settings: { PARLEY_PUSH: "fcm", PARLEY_FCM_KEY_FILE: file, PARLEY_FCM_URL: peer.url },
  });
  other = await server.restarted();
  ben = await server.newMember("Ben");
  server.services.jobRunner.start();
  other.services.jobRunner.start();
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

test("sending enqueues pushes only where somebody has a device, starting with the first device", async () => {
  const { rows } = await server.database.db.raw("SELECT last_value FROM jobs_id_seq");
  // A channel message without mentions, so that no missed-message mail is enqueued either.
  await server.owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
  expect((await server.database.db.raw("SELECT last_value FROM jobs_id_seq")).rows).toEqual(rows);
  await ben.post("/users/me/android_gcm_reg_id", { token: "android-1" });
  await sleep(200);
  await write(server);
  await until(() => peer.script.arrivals.length === 1);
  peer.script.take();
});

test("one of two nodes sends each notification, whichever took the message", async () => {
  const ids = await Promise.all([server, other, server, other, server, other].map(write));
  await until(() => peer.script.arrivals.length >= ids.length);
  await sleep(100);
  const sent = peer.script.take().map(({ payload }) => Number(payload.zulip_message_id));
  expect(sent.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});

test("the other node takes over when the sending one stops", async () => {
  await server.services.jobRunner.stop();
  const id = await write(server);
  await other.services.jobRunner.runDue();
  await until(() => peer.script.arrivals.length > 0);
  expect(peer.script.take().map(({ payload }) => payload.zulip_message_id)).toEqual([`${id}`]);
});
