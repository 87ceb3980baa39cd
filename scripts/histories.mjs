// Compares the web client's store with a fresh registration over random histories: 1,000 unless another number is
// given. Each server gets 25 of them, because it grows with each one, and a busy machine has time for that many.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const atOnce = 25;
const wanted = Number(process.argv[2] ?? 1000);
if (!(wanted > 0)) throw new Error("The number of histories is a number above 0");
const jest = join(dirname(createRequire(import.meta.url).resolve("jest/package.json")), "bin", "jest.js");

for (let done = 0; done < wanted; ) {
  const now = Math.min(atOnce, wanted - done);
  const { status } = spawnSync(
    process.execPath,
    [jest, "tests/http/laws/events-match-registration.test.ts", "--testNamePattern", "the web client"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, PARLEY_TEST_HISTORIES: String(now) },
    },
  );
  if (status !== 0) process.exit(1);
  done += now;
  console.log(`${done} of ${wanted} histories: the store equals a fresh registration`);
}
