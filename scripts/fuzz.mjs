// Sends random requests to all endpoints: npm run fuzz -- --requests 100000 [--seed 7]
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { requests: { type: "string", default: "100000" }, seed: { type: "string" } },
});
const { status } = spawnSync(process.execPath, ["node_modules/jest/bin/jest.js", "tests/http/fuzz.test.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    PARLEY_FUZZ_REQUESTS: values.requests,
    ...(values.seed !== undefined && { PARLEY_FUZZ_SEED: values.seed }),
  },
});
process.exit(status ?? 1);
