import { join } from "node:path";
import { commandIn, parleyCommand } from "../../src/config/command-name";

test("messages name the command that runs where the server does", () => {
  const clone = join("/srv/parley", "scripts", "run.mjs");
  const inClone = (folder: string) => commandIn(join("/srv/parley", folder), (path) => path === clone);
  expect(["src/config", "dist/src/config"].map(inClone)).toEqual(["npm run parley --", "npm run parley --"]);
  expect(commandIn("/srv/chat/node_modules/parley/dist/src/config", () => false)).toBe(
    "npx --no-install parley",
  );
  const unpacked = (path: string) => path === join("/srv/chat", "bin", "parley.mjs");
  expect(commandIn("/srv/chat/dist/src/config", unpacked)).toBe("npx --no-install parley");
  expect(commandIn("/parley/dist/src/config", () => false)).toBe("node dist/src/cli/parley.js");
});

test("here it is npm's", () => {
  expect(parleyCommand).toBe("npm run parley --");
});
