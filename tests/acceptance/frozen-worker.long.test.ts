import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { build, endAll, environment, newDataDir, Program } from "../support/program/child-server";

const folder = newDataDir();
const programs: Program[] = [];
beforeAll(build);
afterAll(async () => {
  await endAll(programs);
  folder.remove();
});

/** The workers of a server, by pid. */
const workersOf = (pid: number | undefined): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1];
        return Number(parent) === pid && readFileSync(`/proc/${one}/cmdline`, "utf8").includes("worker.js");
      } catch {
        return false;
      }
    });

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux(
  "a frozen worker is logged and replaced, and the server stays ready meanwhile",
  async () => {
    const server = Program.run("main", environment(folder.path, { PARLEY_PROCESSES: "2" }));
    programs.push(server);
    const url = await server.url();
    const statusOf = async (path: string): Promise<number> => {
      const signal = AbortSignal.timeout(4000);
      return fetch(`${url}${path}`, { signal, headers: { connection: "close" } }).then(
        ({ status }) => status,
        () => 0,
      );
    };
    const until = async (what: () => Promise<boolean>, seconds: number): Promise<void> => {
      for (const end = Date.now() + seconds * 1000; !(await what()); await sleep(300))
        if (Date.now() > end) throw new Error(`Not within ${seconds} seconds: ${what}`);
    };
    const workers = workersOf(server.child.pid);
    expect(workers).toHaveLength(2);
    // The first question must have been answered.
    await sleep(7000);
    const [frozen = 0] = workers;
    process.kill(frozen, "SIGSTOP");
    // One connection may still be on its way to the frozen worker; the others go elsewhere.
    await statusOf("/ready");
    await until(async () => /hasn't answered for 10 seconds/.test(server.printed), 25);
    for (let turn = 0; turn < 5; turn += 1) expect(await statusOf("/ready")).toBe(200);
    await until(async () => !workersOf(server.child.pid).includes(frozen), 40);
    await until(async () => workersOf(server.child.pid).length === 2, 15);
    await until(async () => (await statusOf("/ready")) === 200, 15);
    expect(server.printed).toMatch(/hasn't answered for 30 seconds; killing it/);
    expect(server.printed).toMatch(/ended \(SIGKILL\); starting a replacement/);
  },
  120_000,
);
