import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, newDataDir } from "../support/program/child-server";
import { freePort } from "../support/servers/line-process";

const root = join(__dirname, "../..");
const folder = newDataDir();
/** A copy of what the program compiles, so that tests can change it. */
const clone = join(dirname(folder.path), "clone");
const rules = join(clone, "src/domain/channel-folders/channel-folder.ts");
let program: ChildProcess;
let url: string;
let output = "";

/** Waits until the program has printed a match. */
const printed = async (pattern: RegExp): Promise<void> => {
  while (!pattern.test(output)) {
    if (program.exitCode !== null) throw new Error(`npm run dev ended: ${output}`);
    await sleep(100);
  }
};

const settings = async () => (await fetch(`${url}/api/v1/server_settings`)).json();

/** What registration says the longest name of a channel folder is. */
const nameLength = async (): Promise<number> => {
  const { api_key } = await (
    await fetch(`${url}/api/v1/dev_fetch_api_key`, {
      method: "POST",
      body: new URLSearchParams({ username: "demo@example.com" }),
    })
  ).json();
  const registered = await fetch(`${url}/api/v1/register`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`demo@example.com:${api_key}`)}` },
    body: new URLSearchParams({ fetch_event_types: '["realm"]' }),
  });
  return (await registered.json()).max_channel_folder_name_length;
};

const withNameLength = (length: number): string =>
  readFileSync(rules, "utf8").replace(/nameLength: \d+/, `nameLength: ${length}`);

const saveInPlace = (length: number): void => writeFileSync(rules, withNameLength(length));

/** As git, sed and most editors save: the new content has another inode. */
const saveByRename = (length: number, temporary = `${rules}.tmp`): void => {
  writeFileSync(temporary, withNameLength(length));
  renameSync(temporary, rules);
};

/** Saves, waits for the next restart and returns what the program printed meanwhile. */
const restarted = async (save: () => void): Promise<string> => {
  const before = output;
  output = "";
  save();
  await printed(/started again in/);
  const printedNow = output;
  output = before + printedNow;
  return printedNow;
};

beforeAll(async () => {
  for (const path of ["scripts", "src", "migrations", "web", "package.json"])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  program = spawn(process.execPath, [join(clone, "scripts/dev.mjs")], {
    cwd: clone,
    env: environment(join(folder.path, "development"), { PARLEY_PORT: String(port) }),
  });
  for (const stream of [program.stdout, program.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  await printed(/watching/);
});
afterAll(async () => {
  const ended = new Promise((resolve) => program.once("exit", resolve));
  program.kill("SIGTERM");
  await ended;
  folder.remove();
});

test("npm run dev serves the demo organization, explains how to log in and shows mail", async () => {
  expect(output).toMatch(/Added 12 people/);
  const [, username = "", password = ""] = /log in as (\S+) with the password "(.*)"/.exec(output) ?? [];
  const login = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });
  expect(await login.json()).toMatchObject({ result: "success", email: "demo@example.com" });
  expect(await settings()).toMatchObject({ result: "success", realm_name: "Demo" });
  expect((await fetch(`${url}/development/mail`)).status).toBe(200);
});

test("restarts the server after a change and keeps the data", async () => {
  expect(await restarted(() => saveInPlace(61))).toMatch(
    /src\/domain\/channel-folders\/channel-folder\.ts: started/,
  );
  expect(await nameLength()).toBe(61);
  expect(await settings()).toMatchObject({ realm_name: "Demo" });
});

test("restarts with every save of a file, however it is saved", async () => {
  const output = [];
  for (const [save, length] of [
    [saveByRename, 62],
    [saveInPlace, 63],
    [saveByRename, 64],
    [saveInPlace, 65],
  ] as const) {
    output.push(await restarted(() => save(length)));
    expect(await nameLength()).toBe(length);
  }
  expect(output.join("")).not.toMatch(/\.tmp/);
});

test("restarts with the files of a folder that was moved there, and follows them", async () => {
  const folder = dirname(rules);
  const next = withNameLength(66);
  cpSync(folder, `${folder}-next`, { recursive: true });
  renameSync(folder, `${folder}-before`);
  writeFileSync(`${folder}-next/channel-folder.ts`, next);
  expect(await restarted(() => renameSync(`${folder}-next`, folder))).toMatch(/channel-folder\.ts/);
  expect(await nameLength()).toBe(66);
  await restarted(() => saveInPlace(67));
  expect(await nameLength()).toBe(67);
});

test("compiles what was saved beside a file that doesn't compile once that is corrected", async () => {
  const broken = join(clone, "src/domain/broken.ts");
  output = "";
  writeFileSync(broken, "const");
  saveInPlace(68);
  await printed(/broken\.ts/);
  await restarted(() => writeFileSync(broken, "export {};"));
  expect(await nameLength()).toBe(68);
});
