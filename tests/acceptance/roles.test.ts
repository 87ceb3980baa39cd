import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/adapters/persistence/embedded/embedded-postgres";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";

const folder = newDataDir();
const nodesFolder = newDataDir();
const programs: Program[] = [];
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  build();
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, transport: "tcp" });
});
afterEach(() => endAll(programs.splice(0)));
afterAll(async () => {
  await postgres.stop();
  folder.remove();
  nodesFolder.remove();
});

const databaseUrl = (): string => {
  const { host, port, user, password, database } = postgres.connection;
  return `postgres://${user}:${password}@${host}:${port}/${database}`;
};

const start = async (
  more: NodeJS.ProcessEnv,
): Promise<{ readonly program: Program; readonly url: string }> => {
  const program = Program.run(
    "main",
    environment(nodesFolder.path, {
      ...firstRealm,
      DATABASE_URL: databaseUrl(),
      PARLEY_SECRET: "a secret of thirty-two characters or more",
      PARLEY_LOG_LEVEL: "info",
      ...more,
    }),
  );
  programs.push(program);
  return { program, url: await program.url() };
};

const authorizationAt = async (url: string): Promise<string> => {
  const username = firstRealm.PARLEY_OWNER_EMAIL;
  const body = new URLSearchParams({ username, password: ownerPassword });
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: "POST", body });
  const { api_key } = (await answer.json()) as { api_key: string };
  return `Basic ${Buffer.from(`${username}:${api_key}`).toString("base64")}`;
};

const count = async (condition: string): Promise<number> => {
  const client = new Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*)::integer AS count FROM jobs WHERE kind = 'deliver_mail' AND ${condition}`,
    );
    return rows[0].count;
  } finally {
    await client.end();
  }
};
const waitingJobs = (): Promise<number> => count("true");

const statusesAt = async (url: string) =>
  Promise.all(
    ["/health", "/ready", "/api/v1/server_settings", "/json/session", "/login", "/"].map(
      async (path) => (await fetch(`${url}${path}`)).status,
    ),
  );

test("a web node serves requests and runs no jobs; a jobs node runs them and serves nobody", async () => {
  const web = await start({ PARLEY_ROLE: "web" });
  expect((await statusesAt(web.url)).slice(0, 3)).toEqual([200, 200, 200]);
  const authorization = await authorizationAt(web.url);
  const invited = await fetch(`${web.url}/api/v1/invites`, {
    method: "POST",
    headers: { authorization },
    body: new URLSearchParams({ invitee_emails: "new@example.com", stream_ids: "[]" }),
  });
  expect(await invited.json()).toMatchObject({ result: "success" });
  await sleep(1500);
  expect(await waitingJobs()).toBe(1);

  const jobs = await start({ PARLEY_ROLE: "jobs" });
  expect(await statusesAt(jobs.url)).toEqual([200, 200, 404, 404, 404, 404]);
  for (let tries = 0; (await waitingJobs()) > 0 && tries < 600; tries += 1) await sleep(100);
  expect(await waitingJobs()).toBe(0);
  expect(jobs.program.printed).toContain("new@example.com");
  expect(web.program.printed).not.toContain("new@example.com");
});

test("beside a node with a mail server, one without prints no mail, and says that they differ", async () => {
  const printing = await start({ PARLEY_ROLE: "all" });
  // Nobody answers there, so the mail isn't sent either, but tried.
  await start({ PARLEY_ROLE: "jobs", PARLEY_SMTP_URL: "smtp://127.0.0.1:1" });
  for (
    let tries = 0;
    !printing.program.printed.includes("Mail goes to the log here") && tries < 600;
    tries += 1
  )
    await sleep(100);
  expect(printing.program.printed).toContain("Mail goes to the log here and to the mail server on ");
  const invited = await fetch(`${printing.url}/api/v1/invites`, {
    method: "POST",
    headers: { authorization: await authorizationAt(printing.url) },
    body: new URLSearchParams({ invitee_emails: "other@example.com", stream_ids: "[]" }),
  });
  expect(await invited.json()).toMatchObject({ result: "success" });
  for (let tries = 0; (await count("last_error IS NOT NULL")) === 0 && tries < 600; tries += 1)
    await sleep(100);
  expect(await count("last_error IS NOT NULL")).toBe(1);
  expect(printing.program.printed).not.toContain("Mail to other@example.com");
});

test("a node that is shutting down answers polls, finishes the requests it accepted, and accepts no more", async () => {
  const { program, url } = await start({ PARLEY_DRAIN_SECONDS: "10" });
  const authorization = await authorizationAt(url);
  const registered = await fetch(`${url}/api/v1/register`, {
    method: "POST",
    headers: { authorization },
    body: new URLSearchParams({ event_types: '["message"]' }),
  });
  const { queue_id, last_event_id } = (await registered.json()) as {
    queue_id: string;
    last_event_id: number;
  };
  const poll = fetch(`${url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, {
    headers: { authorization },
  });
  const upload = slowUpload(url, authorization);
  await sleep(500);

  program.child.kill("SIGTERM");
  expect(await (await poll).json()).toMatchObject({ result: "success", events: [{ type: "heartbeat" }] });
  // Open connections are served for another half second, so this asks for a new one.
  while (await accepts(url)) await sleep(20);
  upload.finish();
  expect(await upload.answered).toBe(200);
  expect((await program.ended).code).toBe(0);
});

/** Whether a server accepts a connection. */
const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const connection = connect(Number(port), hostname);
    connection.on("connect", () => resolve(true)).on("error", () => resolve(false));
    connection.on("connect", () => connection.destroy());
  });

test("a node that is shutting down waits for requests only as long as configured", async () => {
  const { program, url } = await start({ PARLEY_DRAIN_SECONDS: "1" });
  const upload = slowUpload(url, await authorizationAt(url));
  const broken = upload.answered.catch(() => "broken off");
  await sleep(500);
  const began = Date.now();
  expect((await program.kill("SIGTERM")).code).toBe(0);
  // A body that stops arriving is given up after 30 seconds anyway.
  expect(Date.now() - began).toBeLessThan(25_000);
  expect(await broken).toBe("broken off");
});

/** A half-sent upload. */
const slowUpload = (url: string, authorization: string) => {
  const boundary = "limit";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf`;
  const sending = request(`${url}/api/v1/user_uploads`, {
    method: "POST",
    headers: { authorization, "Content-Type": `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on("error", reject);
    sending.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
  });
  sending.write(head);
  return { answered, finish: () => sending.end(` and half\r\n--${boundary}--\r\n`) };
};
