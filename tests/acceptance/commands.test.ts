import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
