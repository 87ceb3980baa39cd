import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
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
const programs: Program[] = [];
const backup = join(dirname(folder.path), "backup");

beforeAll(build);
afterEach(() => endAll(programs.splice(0)));
afterAll(() => folder.remove());

const run = (...given: Parameters<typeof Program.run>): Program => {
  const program = Program.run(...given);
  programs.push(program);
  return program;
};
/** All files in a folder, by relative path. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
const command = (args: readonly string[], env = environment(folder.path)) =>
  run("cli/parley", env, args).ended;

/** The owner's client at a server. */
const ownerAt = async (url: string) => {
  const username = firstRealm.PARLEY_OWNER_EMAIL;
  const fetched = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: "POST",
    body: new URLSearchParams({ username, password: ownerPassword }),
  });
  const { api_key } = (await fetched.json()) as { api_key: string };
  const headers = {
    authorization: `Basic ${Buffer.from(`${username}:${api_key}`).toString("base64")}`,
  };
  const send = async (content: string): Promise<number> => {
    const body = new URLSearchParams({ type: "channel", to: "general", topic: "t", content });
    const answer = await fetch(`${url}/api/v1/messages`, { method: "POST", headers, body });
    return ((await answer.json()) as { id: number }).id;
  };
  return {
    send,
    upload: async (content: string): Promise<string> => {
      const body = new FormData();
      body.set("file", new Blob([content]), "kept.txt");
      const answer = await fetch(`${url}/api/v1/user_uploads`, { method: "POST", headers, body });
      return ((await answer.json()) as { url: string }).url;
    },
    contents: async (): Promise<readonly string[]> => {
      const query = new URLSearchParams({ anchor: "newest", num_before: "5000", num_after: "0" });
      query.set("apply_markdown", "false");
      const answer = await fetch(`${url}/api/v1/messages?${query}`, { headers });
      const { messages } = (await answer.json()) as { messages: readonly { content: string }[] };
      return messages.map(({ content }) => content);
    },
    download: async (path: string): Promise<string> => (await fetch(`${url}${path}`, { headers })).text(),
  };
};

test("a restored backup has everything from when it began, and the copy works", async () => {
  const server = run("main", environment(folder.path, firstRealm));
  const owner = await ownerAt(await server.url());
  const path = await owner.upload("what I keep");
  await owner.send(`before: [file](${path})`);

  const made = command(["backup", backup]);
  let isMade = false;
  void made.finally(() => {
    isMade = true;
  });
  let during = 0;
  // People write meanwhile.
  while (!isMade) {
    during += 1;
    await owner.send(`during ${during}`);
  }
  expect(await made).toMatchObject({ code: 0, output: expect.stringMatching(/^Backed up \d+ files to /) });
  await owner.send("after");
  expect(statSync(backup).mode & 0o077).toBe(0);
  expect((await server.kill("SIGTERM")).code).toBe(0);

  const restored = join(dirname(folder.path), "restored");
  const env = environment(restored, firstRealm);
  expect(await command(["restore", backup], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining("start the server"),
  });
  // backup_label above all: without it, PostgreSQL starts from a later checkpoint than the copied files need.
  const own = ["backup.json", "parley.lock", join("postgres", "restored")];
  expect(filesIn(restored).filter((path) => !own.includes(path))).toEqual(
    filesIn(backup).filter((path) => !own.includes(path)),
  );
  expect(filesIn(restored)).toContain(join("postgres", "backup_label"));
  const again = run("main", env);
  const there = await ownerAt(await again.url());
  const contents = await there.contents();
  expect(contents.some((content) => content.startsWith("before: "))).toBe(true);
  expect(contents).not.toContain("after");
  // Without gaps: everything committed up to some moment of the backup.
  const kept = contents.filter((content) => content.startsWith("during "));
  expect(kept).toEqual(kept.map((_, index) => `during ${index + 1}`));
  expect(await there.download(path)).toBe("what I keep");
  await there.send("new life");
  expect(await there.contents()).toContain("new life");
  expect((await again.kill("SIGTERM")).code).toBe(0);
});

test("a damaged or incomplete backup isn't restored, and the attempt leaves nothing", async () => {
  const target = join(dirname(folder.path), "damaged");
  const env = environment(target);
  const version = join(backup, "postgres", "PG_VERSION");
  const whole = readFileSync(version);
  appendFileSync(version, "x");
  expect(await command(["restore", backup], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining("postgres/PG_VERSION is missing or damaged"),
  });
  writeFileSync(version, whole);
  renameSync(join(backup, "backup.json"), join(backup, "backup.aside"));
  expect(await command(["restore", backup], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining("isn't a complete backup"),
  });
  renameSync(join(backup, "backup.aside"), join(backup, "backup.json"));
  expect(existsSync(target)).toBe(false);
});

test("a backup of an older version, whose manifest doesn't name the backup label, is restored with it", async () => {
  const manifest = join(backup, "backup.json");
  const whole = readFileSync(manifest, "utf8");
  const { files, ...rest } = JSON.parse(whole);
  const { "postgres/backup_label": _, ...named } = files;
  writeFileSync(manifest, JSON.stringify({ ...rest, files: named }));
  const target = join(dirname(folder.path), "older");
  expect(await command(["restore", backup], environment(target))).toMatchObject({ code: 0 });
  expect(existsSync(join(target, "postgres", "backup_label"))).toBe(true);
  writeFileSync(manifest, whole);
});

test("neither a backup nor a data folder is overwritten", async () => {
  expect(await command(["backup", backup])).toMatchObject({
    code: 1,
    output: expect.stringContaining("isn't empty"),
  });
  expect(await command(["restore", backup])).toMatchObject({
    code: 1,
    output: expect.stringContaining("isn't empty"),
  });
});

test("a database that Parley doesn't run itself is left to its own tools", async () => {
  const env = environment(folder.path, { DATABASE_URL: "postgres://nowhere.invalid/parley" });
  expect(await command(["backup", join(backup, "new")], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining("its own tools"),
  });
});

test("a backup can be made without a running server", async () => {
  const target = join(dirname(folder.path), "quiet");
  mkdirSync(target);
  expect(await command(["backup", target])).toMatchObject({ code: 0 });
  expect(existsSync(join(target, "backup.json"))).toBe(true);
  expect(existsSync(join(target, "postgres", "backup_label"))).toBe(true);
});
