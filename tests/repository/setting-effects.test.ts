import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  realmPermissionEffects,
  realmSettingEffects,
  userSettingEffects,
} from "../support/docs/setting-effects";

/** Files that declare settings, or carry them to clients and back, without acting on them. */
const declaring =
  /src.domain.(users|realm).(user-settings|realm-settings|realm-permission|setting-name)\.ts$|codecs.(user|realm)-settings\.ts$/;
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => join("src", file))
  .filter((file) => file.endsWith(".ts") && !declaring.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const words = new Set(sources.match(/[A-Za-z][A-Za-z0-9]*/g));

const effects = Object.entries({ ...userSettingEffects, ...realmSettingEffects, ...realmPermissionEffects });

test("the server reads every setting that it is said to act on", () => {
  const acted = effects.filter(([, effect]) => effect === "server").map(([name]) => name);
  expect(acted.filter((name) => !words.has(name))).toEqual([]);
});

test("docs/coverage.md lists every setting without effect by what the server doesn't do", () => {
  const page = readFileSync("docs/coverage.md", "utf8").replaceAll(/\s+/g, " ");
  const missing = effects.flatMap(([, effect]) => (typeof effect === "string" ? [] : [effect.without]));
  expect(missing.filter((what) => !page.includes(what))).toEqual([]);
});
