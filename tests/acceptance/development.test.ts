import { type ChildProcess, spawn } from "node:child_process";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, newDataDir } from "../support/program/child-server";
import { freePort } from "../support/servers/line-process";

const root = join(__dirname, "../..");
const folder = newDataDir();
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

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  program = spawn(process.execPath, [join(root, "scripts/dev.mjs")], {
    cwd: root,
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
  const settings = await (await fetch(`${url}/api/v1/server_settings`)).json();
  expect(settings).toMatchObject({ result: "success", realm_name: "Demo" });
  expect((await fetch(`${url}/development/mail`)).status).toBe(200);
});

test("restarts the server after a change and keeps the data", async () => {
  utimesSync(join(root, "src/main.ts"), new Date(), new Date());
  await printed(/src\/main\.ts: started again in/);
  const settings = await (await fetch(`${url}/api/v1/server_settings`)).json();
  expect(settings).toMatchObject({ realm_name: "Demo" });
});
