import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const source = join(__dirname, "../../src");
/** Names of lists that hold ids of one kind. */
const untyped = /\b(\w*Ids|participants|members|subgroups|acquaintances|starred)\??: readonly number\[\]/;

const untypedIn = (text: string): readonly string[] =>
  text.split("\n").filter((line) => untyped.test(line.replace(/\/\/.*/, "")));

test("the compiler refuses a list of ids of another kind", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(
    files.flatMap((path) =>
      untypedIn(readFileSync(join(source, path), "utf8")).map((line) => `${path}: ${line.trim()}`),
    ),
  ).toEqual([]);
});

test("finds a plain list of ids", () => {
  expect(
    untypedIn("  readonly userIds: readonly number[];\n  readonly places: readonly number[];"),
  ).toHaveLength(1);
});
