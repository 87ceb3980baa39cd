import { join } from "node:path";
import { asShown, missingLine, type PageBlock, readBlocks } from "../support/docs/page-blocks";
import { build, environment, newDataDir } from "../support/program/child-server";
import { Terminals } from "../support/program/terminal";
import { freePort } from "../support/servers/line-process";

const root = join(__dirname, "..", "..");
const pages = ["README.md", "docs/tour.md"].map((page) => [page, readBlocks(join(root, page))] as const);

const folder = newDataDir();
let terminals: Terminals;

/** Values a reader fills into the pages' commands, and differences caused by other servers on this machine. */
const replacements = new Map([["npm ci && ", ""]]);
const standsFor = (placeholder: string, value: string | undefined): void => {
  if (value !== undefined && !replacements.has(placeholder)) replacements.set(placeholder, value);
};

beforeAll(async () => {
  build();
  const port = await freePort();
  standsFor("http://127.0.0.1:9991", `http://127.0.0.1:${port}`);
  const { HOME } = process.env;
  terminals = new Terminals(root, environment(folder.path, { PARLEY_PORT: String(port), HOME }));
});
afterAll(async () => {
  await terminals.close();
  folder.remove();
});

const replaced = (text: string): string =>
  [...replacements].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);

const run = async ({ language, source, answer }: PageBlock): Promise<void> => {
  const command = replaced(source);
  if (command === "npm start") return terminals.serve(command);
  const printed = await terminals.run(language, command);
  standsFor("THE PASSWORD", /^Password, shown only once: (\S+)$/m.exec(printed)?.[1]);
  standsFor("API_KEY", /"api_key":"(\w+)"/.exec(printed)?.[1]);
  if (answer?.language === "json") {
    expect(JSON.parse(printed)).toEqual(asShown(JSON.parse(replaced(answer.source))));
    return;
  }
  expect(printed).not.toContain('"result":"error"');
  if (answer) expect(missingLine(replaced(answer.source), printed)).toBeUndefined();
};

describe.each(pages)("a reader who follows %s", (_page, blocks) => {
  test.each(blocks.map((block) => [block.at, block] as const))("gets the shown answer at %s", (_at, block) =>
    run(block),
  );
});

test("reports an answer that differs from the shown one", () => {
  const shown = { id: "…", to: ["a", "…"], text: "Hello, …!", "…": "…" };
  const came = { id: 5, to: ["a", "b"], text: "Hello, you!", more: true };
  expect(came).toEqual(asShown(shown));
  for (const wrong of [{ id: null }, { to: ["b"] }, { text: "Hello" }])
    expect({ ...came, ...wrong }).not.toEqual(asShown(shown));
  expect({ ...came, one: 1 }).not.toEqual(asShown({ ...came }));
  expect(missingLine("one\nthr…", "zero\none\ntwo\nthree")).toBeUndefined();
  expect(missingLine("three\none", "one\nthree")).toBe("one");
});
