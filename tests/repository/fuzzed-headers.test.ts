import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { triedHeaders } from "../support/fuzz/hostile-headers";

const folder = join(__dirname, "../../src/adapters");
/** Headers of the message itself: clients that send others break their own request. */
const ofMessages = ["content-length", "retry-after"];
const reads = [
  /request\.get\("([\w-]+)"\)/g,
  /(?:request\.)?headers\["([\w-]+)"\]/g,
  /request\.headers\.(\w+)/g,
];

test("the fuzzer sends hostile values of every header that the server reads", () => {
  const sources = ["http", "pages", "web"].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "utf8")),
  );
  const read = sources.flatMap((source) =>
    reads.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase())),
  );
  expect(read).toContain("upload-metadata");
  const tried = new Set([...ofMessages, ...triedHeaders.map((name) => name.toLowerCase())]);
  expect([...new Set(read)].filter((name) => !tried.has(name))).toEqual([]);
});
