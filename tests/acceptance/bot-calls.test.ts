import { setTimeout as sleep } from "node:timers/promises";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";
import { answering, type Peer, startPeer } from "../support/servers/peer";

beforeAll(build);

let folder: ReturnType<typeof newDataDir>;
let peer: Peer;
const programs: Program[] = [];
beforeEach(async () => {
  folder = newDataDir();
  peer = await startPeer();
});
afterEach(async () => {
  await endAll(programs.splice(0));
  await peer.close();
  folder.remove();
});

const start = async (): Promise<{ program: Program; url: string }> => {
  const settings = { ...firstRealm, PARLEY_WEBHOOK_ALLOW: "127.0.0.1" };
  const program = Program.run("main", environment(folder.path, settings));
  programs.push(program);
  return { program, url: await program.url() };
};

interface Answer {
  readonly api_key: string;
  readonly user_id: number;
  readonly messages: readonly { readonly content: string }[];
}

const owner = firstRealm.PARLEY_OWNER_EMAIL;
const call = async (
  url: string,
  key: string,
  method: string,
  path: string,
  form: Record<string, string>,
): Promise<Answer> => {
  const query = new URLSearchParams(form);
  const response = await fetch(`${url}/api/v1${path}${method === "GET" ? `?${query}` : ""}`, {
    method,
    ...(method !== "GET" && { body: query }),
    headers: { Authorization: `Basic ${Buffer.from(`${owner}:${key}`).toString("base64")}` },
  });
  return (await response.json()) as Answer;
};

test("after kill -9 amid calls, each is made at least once and answered once, and the queue drains", async () => {
  const first = await start();
  const login = { username: owner, password: ownerPassword };
  const { api_key: key } = await call(first.url, "", "POST", "/fetch_api_key", login);
  const bots: string[] = [];
  for (const name of ["one", "two", "three"]) {
    const wanted = {
      full_name: name,
      short_name: name,
      bot_type: "3",
      payload_url: JSON.stringify(peer.url),
    };
    bots.push(String((await call(first.url, key, "POST", "/bots", wanted)).user_id));
  }
  // Slow enough that calls are always in progress.
  peer.answer((response, received) => {
    const { data } = JSON.parse(received.body);
    setTimeout(() => answering(200, { content: `heard ${data}` })(response, received), 40);
  });
  const wanted = Array.from({ length: 30 }, (_, index) => `message ${index}`);
  for (const [index, content] of wanted.entries())
    await call(first.url, key, "POST", "/messages", {
      type: "direct",
      to: `[${bots[index % bots.length]}]`,
      content,
    });
  await peer.until(8);
  await first.program.kill("SIGKILL");
  const heardBefore = peer.received.length;
  expect(heardBefore).toBeLessThan(wanted.length);

  const second = await start();
  const messages = async (): Promise<readonly { content: string }[]> => {
    const narrow = JSON.stringify([{ operator: "is", operand: "dm" }]);
    const query = { anchor: "newest", num_before: "200", num_after: "0", narrow, apply_markdown: "false" };
    return (await call(second.url, key, "GET", "/messages", query)).messages;
  };
  const replies = async () =>
    (await messages()).map(({ content }) => content).filter((content) => content.startsWith("heard"));
  // The jobs that the killed process had claimed stay claimed for half a minute.
  const deadline = Date.now() + 250_000;
  while ((await replies()).length < wanted.length && Date.now() < deadline) await sleep(100);
  expect((await replies()).sort()).toEqual(wanted.map((content) => `heard ${content}`).sort());
  const heard = peer.received.map(({ body }) => JSON.parse(body).data);
  expect(new Set(heard)).toEqual(new Set(wanted));
  // Drained: nothing more comes.
  const { length } = peer.received;
  await sleep(3000);
  expect(peer.received).toHaveLength(length);
});
