import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../src/config/config";

const root = join(__dirname, "..", "..");
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), "utf8");
const files = ["Dockerfile", ...readdirSync(join(root, "deploy")).map((name) => join("deploy", name))];
const known = Object.values(settings).map(({ variable }) => variable);

test.each(files)("%s names settings that there are", (file) => {
  const named = [...read(file).matchAll(/\b(PARLEY_\w+|DATABASE_URL)(?=[=:])/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.includes(name ?? ""))).toEqual([]);
});

test("the image takes what the build makes, and nothing of it is kept out", () => {
  const taken = [...read("Dockerfile").matchAll(/^COPY --from=build \/parley\/(\S+)/gm)].map(
    ([, path]) => path,
  );
  expect(taken).toEqual(["package.json", "node_modules", "dist/migrations", "dist/src", "dist/web"]);
  const ignored = read(".dockerignore").trim().split("\n");
  const needed = [
    "package.json",
    "package-lock.json",
    ".npmrc",
    "src",
    "migrations",
    "web",
    "scripts",
    "tests",
    "bench",
  ];
  expect(needed.filter((path) => !existsSync(join(root, path)) || ignored.includes(path))).toEqual([]);
});

test("images are of the version of Node.js that the package asks for", () => {
  const { engines } = JSON.parse(read("package.json"));
  const [, major] = /(\d+)/.exec(engines.node) ?? [];
  expect([...read("Dockerfile").matchAll(/^FROM node:(\d+)/gm)].map(([, of]) => of)).toEqual([major, major]);
});
