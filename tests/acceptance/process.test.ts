import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";

beforeAll(build);

const folder = newDataDir();
const programs: Program[] = [];
const run = (...given: Parameters<typeof Program.run>): Program => {
  const program = Program.run(...given);
  programs.push(program);
  return program;
};
const shells: ChildProcess[] = [];
afterEach(async () => {
  await endAll(programs.splice(0));
  for (const shell of shells.splice(0)) shell.kill("SIGTERM");
});
afterAll(() => folder.remove());

const postgresOn = (dataDir: string): string[] =>
  execFileSync("ps", ["-A", "-ww", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`${dataDir}/postgres`));

const logIn = (url: string, password: string) =>
  fetch(`${url}/api/v1/fetch_api_key`, {
    method: "POST",
    body: new URLSearchParams({ username: "owner@example.com", password }),
  }).then((response) => response.json() as Promise<{ api_key: string; msg: string }>);

test("without an organization, the start explains how to create one", async () => {
  const server = run("main", environment(folder.path));
  await server.url();
  expect(server.printed).toMatch(/npm run parley -- realm create --name/);
});

test("`realm create` beside the running server creates one, and prints a password that works at once", async () => {
  const env = environment(folder.path);
  const server = run("main", env);
  const url = await server.url();
  const made = await run("cli/parley", env, [
    "realm",
    "create",
    "--name",
    "Example",
    "--owner-email",
    "owner@example.com",
  ]).ended;
  expect(made.code).toBe(0);
  const password = /shown only once: (\S+)/.exec(made.output)?.[1] ?? "";
  expect(await logIn(url, password)).toMatchObject({ result: "success", email: "owner@example.com" });
});

test("`audit` beside the running server prints who did what, one line of JSON each, newest first", async () => {
  const env = environment(folder.path);
  const url = await run("main", env).url();
  await logIn(url, "wrong");
  const audit = async (...args: readonly string[]) => {
    const { code, output } = await run("cli/parley", env, ["audit", ...args]).ended;
    return { code, lines: output.split("\n").filter(Boolean) };
  };
  const all = await audit("--since", "2020-01-31");
  expect(all.code).toBe(0);
  expect(all.lines.map((line) => JSON.parse(line).kind)).toEqual([
    "user_logged_in",
    "user_created",
    "realm_created",
  ]);
  expect(JSON.parse(all.lines[0] ?? "")).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    actor: { userId: 1, client: "node", address: "127.0.0.1" },
    target: { type: "user", id: 1 },
  });
  const filtered = await audit(
    "--kind",
    "realm_created",
    "user_created",
    "--target",
    "user:1",
    "--limit",
    "1",
  );
  expect(filtered.lines).toEqual(all.lines.slice(1, 2));
  expect((await audit("--actor", "2")).lines).toEqual([]);
  expect(await audit("--target", "user")).toMatchObject({
    code: 1,
    lines: [expect.stringContaining("user:12")],
  });
});

test("a restart doesn't create the organization again", async () => {
  const server = run("main", environment(folder.path, { ...firstRealm, PARLEY_REALM_NAME: "Another" }));
  const url = await server.url();
  expect(await (await fetch(`${url}/api/v1/server_settings`)).json()).toMatchObject({
    realm_name: "Example",
  });
  expect(await logIn(url, ownerPassword)).toMatchObject({ code: "AUTHENTICATION_FAILED" });
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s answers waiting requests, and ends the server and its PostgreSQL",
  async (signal) => {
    const own = newDataDir();
    const server = run("main", environment(own.path, firstRealm));
    const url = await server.url();
    const { api_key } = await logIn(url, ownerPassword);
    const headers = {
      Authorization: `Basic ${Buffer.from(`owner@example.com:${api_key}`).toString("base64")}`,
    };
    const registered = await fetch(`${url}/api/v1/register`, { method: "POST", headers });
    const { queue_id } = (await registered.json()) as { queue_id: string };
    const poll = fetch(`${url}/api/v1/events?queue_id=${queue_id}`, { headers });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(postgresOn(own.path)).not.toEqual([]);

    const ended = await server.kill(signal);
    expect(ended.code).toBe(0);
    expect(await (await poll).json()).toMatchObject({ result: "success", queue_id });
    expect(postgresOn(own.path)).toEqual([]);
    own.remove();
  },
);

test("SIGTERM to `npm start` ends the server that its shell leaves behind", async () => {
  const own = newDataDir();
  const npm = spawn("npm", ["start"], {
    cwd: join(__dirname, "..", ".."),
    env: environment(own.path, { HOME: process.env.HOME }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  shells.push(npm);
  const url = await new Promise<string>((resolve) => {
    npm.stdout.on("data", (chunk: Buffer) => {
      const found = /listens on (\S+)/.exec(chunk.toString())?.[1];
      if (found) resolve(found);
    });
  });
  expect((await fetch(`${url}/health`)).status).toBe(200);
  npm.kill("SIGTERM");
  while (postgresOn(own.path).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(fetch(`${url}/health`)).rejects.toThrow();
  own.remove();
});

test("a second process on the same data folder is refused with one line", async () => {
  const server = run("main", environment(folder.path));
  await server.url();
  const second = await run("main", environment(folder.path)).ended;
  expect(second).toEqual({ code: 1, output: expect.stringMatching(/^parley: [^\n]*\n$/) });
  expect(second.output).toContain(folder.path);
});

test("a port in use is refused with one line", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const ended = await run("main", environment(folder.path, { PARLEY_PORT: String(port) })).ended;
  expect(ended.code).toBe(1);
  expect(ended.output).toMatch(new RegExp(`parley: [^\\n]*${port}[^\\n]*\\n$`));
  taken.close();
});

test.each([
  ["PARLEY_PORT", "many"],
  ["PARLEY_MODE", "fast"],
  ["PARLEY_PROCESSES", "none"],
  ["PARLEY_URL", "chat.example.com"],
  ["DATABASE_URL", "mysql://localhost"],
  ["PARLEY_SECRET", "short"],
  ["PARLEY_CALLS_PER_MINUTE", "-1"],
  ["PARLEY_COLOUR", "blue"],
])("%s=%s is refused with one line that names it", async (variable, value) => {
  const ended = await run("main", environment(folder.path, { [variable]: value })).ended;
  expect(ended).toEqual({
    code: 1,
    output: expect.stringMatching(new RegExp(`^parley: ${variable} [^\\n]*\\n$`)),
  });
});

test("development mode is refused on an address that others can reach", async () => {
  const env = environment(folder.path, { PARLEY_MODE: "development", PARLEY_HOST: "0.0.0.0" });
  const ended = await run("main", env).ended;
  expect(ended).toEqual({
    code: 1,
    output: expect.stringMatching(/^parley: PARLEY_MODE=development [^\n]*\n$/),
  });
});

test("metrics are served on their own port if one is set", async () => {
  const env = environment(folder.path, { PARLEY_METRICS_PORT: "0", PARLEY_LOG_LEVEL: "info" });
  const server = run("main", env);
  const url = await server.url();
  await fetch(`${url}/api/v1/server_settings`);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const metrics = await (await fetch(/Metrics are at ([^"]+)/.exec(server.printed)?.[1] ?? "")).text();
  expect(metrics).toContain(
    'parley_http_request_seconds_count{method="get",endpoint="/server_settings",status="200"} 1',
  );
  expect(metrics).toMatch(/^parley_realms_held \d+$/m);
  expect(metrics).toMatch(/^parley_database_connections_used\{pool="changes"\} 0$/m);
});

test("development mode logs anyone in, and says so", async () => {
  const server = run(
    "main",
    environment(folder.path, { PARLEY_MODE: "development", PARLEY_LOG_LEVEL: "warn" }),
  );
  const url = await server.url();
  // The log goes beside what the server prints itself.
  while (!server.printed.includes("DEVELOPMENT MODE"))
    await new Promise((resolve) => setTimeout(resolve, 10));
  const listed = (await (await fetch(`${url}/api/v1/dev_list_users`)).json()) as {
    direct_admins: { email: string }[];
  };
  expect(listed.direct_admins.map(({ email }) => email)).toEqual(["owner@example.com"]);
  const body = new URLSearchParams({ username: "owner@example.com" });
  const key = await fetch(`${url}/api/v1/dev_fetch_api_key`, { method: "POST", body });
  expect(await key.json()).toMatchObject({ api_key: expect.stringMatching(/^\w{32}$/) });
});

test("`config` lists every setting", async () => {
  const { code, output } = await run("cli/parley", environment(folder.path), ["config"]).ended;
  expect(code).toBe(0);
  for (const variable of [
    "PARLEY_HOST",
    "PARLEY_PORT",
    "PARLEY_DATA_DIR",
    "DATABASE_URL",
    "PARLEY_MODE",
    "PARLEY_SECRET",
  ])
    expect(output).toMatch(new RegExp(`^${variable}\\n  .+\\n  Default: .+$`, "m"));
});

test("a data folder below a private one works, and so does another working folder", async () => {
  const parent = mkdtempSync(join(tmpdir(), "parley-closed-"));
  chmodSync(parent, 0o700);
  const server = run("main", environment(join(parent, "data"), firstRealm), [], parent);
  const url = await server.url();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await endAll(programs.splice(0));
  rmSync(parent, { recursive: true, force: true });
});
