#!/usr/bin/env node
// Starts the server, or runs a command if one is given.
import { existsSync } from "node:fs";
import { limitMemory } from "./memory-settings.mjs";

const [command] = process.argv.slice(2);
const program = new URL(
  command === undefined ? "../dist/src/main.js" : "../dist/src/cli/parley.js",
  import.meta.url,
);
if (!existsSync(program)) {
  console.error("parley: it isn't built: run npm ci && npm run build");
  process.exit(1);
}
if (command === undefined) limitMemory();
await import(program.href);
