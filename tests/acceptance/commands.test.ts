import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../../src/adapters/persistence/embedded/embedded-postgres";
import { build, environment, newDataDir, Program } from "../support/program/child-server";

const root = join(__dirname, "..", "..");
const folder = newDataDir();

beforeAll(build);
afterAll(() => folder.remove());

const pages = ["", "docs"].flatMap((at) =>
  readdirSync(join(root, at))
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(root, at, name), "utf8")),
);
const commandLine = /npm run parley -- ((?:[a-z][a-z-]*\b ?)*)([^`\n]*)/g;

/** The options that the pages show for each command they name. */
const named = new Map<string, Set<string>>();
for (const [, command = "", rest = ""] of pages.flatMap((text) => [...text.matchAll(commandLine)])) {
  const options = named.get(command.trim()) ?? new Set<string>();
  for (const [option] of rest.matchAll(/--[a-z-]+/g)) options.add(option);
  named.set(command.trim(), options);
}

const helpOf = async (command: string): Promise<string> => {
  const args = [...command.split(" ").filter(Boolean), "--help"];
  return (await Program.run("cli/parley", environment(folder.path), args).ended).output;
};

test.each([...named])(
  "`parley %s` exists, with the options that the pages show",
  async (command, options) => {
    const help = await helpOf(command);
    expect(help).toMatch(new RegExp(`^Usage: parley ${command}`));
    expect([...options].filter((option) => !help.includes(option))).toEqual([]);
  },
);

test("`--version` prints the version of the package", async () => {
  const { code, output } = await Program.run("cli/parley", environment(folder.path), ["--version"]).ended;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect([code, output.trim()]).toEqual([0, version]);
});

test("the pages name every command", async () => {
  const commandsIn = (help: string): string[] =>
    [...(help.split("Commands:\n")[1] ?? "").matchAll(/^ {2}([a-z-]+)/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "help");
  const leaves = await Promise.all(
    commandsIn(await helpOf("")).map(async (group) => {
      const below = commandsIn(await helpOf(group));
      return below.length === 0 ? [group] : below.map((name) => `${group} ${name}`);
    }),
  );
  expect(leaves.flat().filter((command) => !named.has(command))).toEqual([]);
});

test("`jobs` lists what was given up, and retries or removes it", async () => {
  const own = newDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir: own.path, transport: "tcp" });
  const { host, port, user, password, database } = postgres.connection;
  const env = environment(folder.path, {
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
  });
  const parley = (...args: string[]) => Program.run("cli/parley", env, args).ended;
  const jobs = async (...args: string[]) => (await parley("jobs", ...args)).output.trimEnd();
  const db = new Client({ host, port, user, password, database });
  try {
    await parley("realm", "create", "--name", "Example", "--owner-email", "owner@example.com");
    await db.connect();
    const { rows } = await db.query(
      `INSERT INTO jobs (realm_id, kind, payload, due_at, failures, last_error, buried_at)
       SELECT min(id), unnest(ARRAY['deliver_mail', 'send_push', 'send_push']), '{}', 1, 3, E'no\\nanswer', $1
       FROM realms RETURNING realm_id, id`,
      [Date.now() - 5.5 * 3_600_000],
    );
    const [mail, push, other] = rows.map(({ realm_id, id }) => `${realm_id}-${id}`);
    const line = (id: string | undefined, kind: string) =>
      `${id}  ${kind}, given up 5 hours ago after 3 failures: no answer`;
    expect((await jobs()).split("Given up:\n")[1]?.split("\n").sort()).toEqual([
      line(mail, "deliver_mail"),
      line(push, "send_push"),
      line(other, "send_push"),
    ]);
    expect(await parley("jobs", "remove", `${mail}`)).toEqual({ code: 0, output: "" });
    expect(await parley("jobs", "remove", `${mail}`)).toMatchObject({
      code: 1,
      output: expect.stringContaining("There is no dead letter with that id"),
    });
    expect(await jobs("retry", `${push}`)).toBe("1 job will be tried again");
    expect(await jobs("retry", "--kind", "send_push")).toBe("1 job will be tried again");
    expect(await jobs()).toMatch(/^send_push: 2 waiting, 0 of them failed before, overdue by \d+ seconds?$/);
    expect(await jobs("retry")).toContain("Give either an id or --kind");
    expect(await jobs("remove", "seven")).toContain("It must be an id from `parley jobs`, such as 2-17.");
  } finally {
    await db.end();
    await postgres.stop();
    own.remove();
  }
});
