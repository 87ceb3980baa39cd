// Sends random requests to all endpoints: npm run fuzz -- --requests 100000 [--seed 7]
// Or tries every text of every request with hostile runs of signs: npm run fuzz -- --hostile-lengths [--only "post /api/v1/messages"] [--minutes 10]
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string" },
    "hostile-lengths": { type: "boolean", default: false },
    only: { type: "string" },
    minutes: { type: "string" },
  },
});
const files = values["hostile-lengths"]
  ? [
      "tests/adapters/http/hostile-lengths.long.test.ts",
      "tests/adapters/webhooks/hostile-lengths.long.test.ts",
    ]
  : ["tests/http/laws/fuzz.test.ts"];
const { status } = spawnSync(process.execPath, ["node_modules/jest/bin/jest.js", "--runInBand", ...files], {
  stdio: "inherit",
  env: {
    ...process.env,
    ...(values["hostile-lengths"] ? { PARLEY_LENGTHS: "all" } : { PARLEY_FUZZ_REQUESTS: values.requests }),
    ...(values.only !== undefined && { PARLEY_LENGTHS_ONLY: values.only }),
    ...(values.minutes !== undefined && { PARLEY_LENGTHS_MINUTES: values.minutes }),
    ...(values.seed !== undefined && { PARLEY_FUZZ_SEED: values.seed }),
  },
});
process.exit(status ?? 1);
