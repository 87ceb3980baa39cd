import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build, endAll, environment, firstRealm, newDataDir, Program } from "../support/program/child-server";

beforeAll(build);

let folder: ReturnType<typeof newDataDir>;
const programs: Program[] = [];
const run = (...given: Parameters<typeof Program.run>): Program => {
  const program = Program.run(...given);
  programs.push(program);
  return program;
};
beforeEach(() => {
  folder = newDataDir();
});
afterEach(async () => {
  await endAll(programs.splice(0));
  const left = postmaster();
  if (left !== undefined) process.kill(left, "SIGQUIT");
  while (postmaster() !== undefined) await sleep(20);
  folder.remove();
});

/** The process that runs the data folder's PostgreSQL, if any. */
const postmaster = (): number | undefined => {
  const file = join(folder.path, "postgres", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  const commandLine = `/proc/${pid}/cmdline`;
  const isOurs = existsSync(commandLine) && readFileSync(commandLine, "utf8").includes(folder.path);
  return isOurs ? pid : undefined;
};

const oneLine = (pattern: RegExp) => ({
  code: 1,
  output: expect.stringMatching(new RegExp(`^parley: ${pattern.source}[^\\n]*\\n$`)),
});

test("a PostgreSQL that exits unexpectedly ends the server, with a line that says so", async () => {
  const server = run("main", environment(folder.path, { ...firstRealm, PARLEY_LOG_LEVEL: "silent" }));
  await server.url();
  process.kill(postmaster() ?? 0, "SIGQUIT");
  const ended = await server.ended;
  expect(ended.code).toBe(1);
  expect(ended.output).toMatch(/\nparley: the database stopped: .+\n$/);
});

test("kill -9 leaves PostgreSQL behind, and the next start replaces it", async () => {
  const env = environment(folder.path, firstRealm);
  const first = run("main", env);
  await first.url();
  const orphan = postmaster();
  await first.kill("SIGKILL");
  expect(postmaster()).toBe(orphan);
  const second = run("main", env);
  expect((await fetch(`${await second.url()}/health`)).status).toBe(200);
  expect(postmaster()).not.toBe(orphan);
  expect((await second.kill("SIGTERM")).code).toBe(0);
  expect(postmaster()).toBeUndefined();
});

test("a second start on a data folder in use is refused in one line, even without the lock file, and the first keeps running", async () => {
  const env = environment(folder.path, firstRealm);
  const first = run("main", env);
  const url = await first.url();
  const pid = postmaster();
  expect(await run("main", env).ended).toEqual(
    oneLine(
      new RegExp(`The data folder ${folder.path} is in use by another Parley \\(pid ${first.child.pid}\\)`),
    ),
  );
  rmSync(join(folder.path, "parley.lock"));
  expect(await run("main", env).ended).toEqual(
    oneLine(new RegExp(`The data folder ${folder.path} is in use by another Parley`)),
  );
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(postmaster()).toBe(pid);
  expect((await first.kill("SIGTERM")).code).toBe(0);
});

test("SIGTERM during the start stops it cleanly", async () => {
  const server = run("main", environment(folder.path, firstRealm));
  while (postmaster() === undefined) await sleep(5);
  expect((await server.kill("SIGTERM")).code).toBe(0);
  expect(postmaster()).toBeUndefined();
});

test("an address that isn't this machine's is refused with one line", async () => {
  const env = environment(folder.path, { ...firstRealm, PARLEY_HOST: "203.0.113.9" });
  const { code, output } = await run("main", env).ended;
  expect(code).toBe(1);
  expect(output.split("\n").slice(1)).toEqual([
    'parley: PARLEY_HOST must be an address of this machine; it is "203.0.113.9"',
    "",
  ]);
  expect(postmaster()).toBeUndefined();
});

test("an invalid owner's address is refused with one line, at the start and by `realm create`", async () => {
  const env = environment(folder.path, { ...firstRealm, PARLEY_OWNER_EMAIL: "olive" });
  expect(await run("main", env).ended).toEqual(oneLine(/PARLEY_OWNER_EMAIL must be an email address/));
  const command = ["realm", "create", "--name", "Example", "--owner-email", "olive"];
  expect(await run("cli/parley", environment(folder.path), command).ended).toEqual(
    oneLine(/Enter a valid email address/),
  );
  expect(postmaster()).toBeUndefined();
});

test("an unreachable PostgreSQL server is reported by the setting's name", async () => {
  const env = environment(folder.path, { DATABASE_URL: "postgres://127.0.0.1:1/parley" });
  const { code, output } = await run("main", env).ended;
  expect(code).toBe(1);
  expect(output).toMatch(
    /^parley: Can't use the database at DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/m,
  );
});
