import { setTimeout as sleep } from "node:timers/promises";
import { firstRealm, type Program } from "../support/program/child-server";
import { installation } from "../support/program/installation";
import { bouncerPeer, bouncerServer } from "../support/servers/push/bouncer-peer";

const parley = installation();
let peer: Awaited<ReturnType<typeof bouncerPeer>>;

beforeAll(async () => {
  peer = await bouncerPeer();
});
afterAll(() => peer.close());

const start = (): Program =>
  parley.run("main", {
    ...firstRealm,
    PARLEY_PUSH: "bouncer",
    PARLEY_BOUNCER_URL: peer.url,
    PARLEY_BOUNCER_ID: bouncerServer.serverId,
    PARLEY_BOUNCER_KEY: bouncerServer.serverKey,
    PARLEY_LOG_LEVEL: "silent",
  });

const post = async (
  url: string,
  path: string,
  form: Record<string, string>,
  as?: readonly [string, string],
) => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: as ? { Authorization: `Basic ${Buffer.from(as.join(":")).toString("base64")}` } : {},
  });
  return (await answer.json()) as Record<string, never>;
};

const logIn = async (url: string, username: string, password: string) => {
  const { api_key } = await post(url, "/fetch_api_key", { username, password });
  return [username, String(api_key)] as const;
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(20);
};

const isNotify = ({ path }: { readonly path: string }) => path.endsWith("push/notify");
const arrived = () => peer.script.arrivals.map(({ payload }) => Number(payload.zulip_message_id));

test("kill -9 amid deliveries loses none: each arrives at least once, and then nothing is left to send", async () => {
  const first = start();
  const url = await first.url();
  const owner = await logIn(url, firstRealm.PARLEY_OWNER_EMAIL, firstRealm.PARLEY_OWNER_PASSWORD);
  const ben = { email: "ben@example.com", password: "a password of Ben's" };
  const { user_id: benId } = await post(url, "/users", { ...ben, full_name: "Ben" }, owner);
  const asBen = await logIn(url, ben.email, ben.password);
  await post(url, "/users/me/android_gcm_reg_id", { token: "android-1" }, asBen);
  await until(() => peer.tokens.size === 1);

  const sent: number[] = [];
  const send = async (from: string) => {
    const form = { type: "direct", to: JSON.stringify([benId]), content: "are you there?" };
    const { id } = await post(from, "/messages", form, owner);
    sent.push(Number(id));
  };
  for (let index = 0; index < 10; index += 1) await send(url);
  await until(() => arrived().length >= 5);
  const before = peer.requests.filter(isNotify).length;
  // The next ones are being sent when the server dies.
  peer.script.fail({ does: "hang" });
  for (let index = 0; index < 20; index += 1) await send(url);
  await until(() => peer.requests.filter(isNotify).length > before);
  await first.kill("SIGKILL");
  expect(new Set(arrived()).size).toBeLessThan(sent.length);

  const second = start();
  const again = await second.url();
  await send(again);
  await until(() => sent.every((id) => arrived().includes(id)));
  expect(new Set(arrived())).toEqual(new Set(sent));
  // Only deliveries in progress may arrive twice.
  expect(arrived().length - sent.length).toBeLessThanOrEqual(2);
  expect((await second.kill("SIGTERM")).code).toBe(0);

  const count = peer.requests.length;
  const third = start();
  await third.url();
  await sleep(3000);
  expect(peer.requests).toHaveLength(count);
  expect((await third.kill("SIGTERM")).code).toBe(0);
});
