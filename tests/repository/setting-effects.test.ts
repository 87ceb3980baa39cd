import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { realmPermissions } from "../../src/domain/realm/realm-permission";
import { defaultRealmSettings } from "../../src/domain/realm/realm-settings";
import { settingsOfClients, settingsWithoutEffect } from "../../src/domain/realm/setting-effect";
import { defaultUserSettings } from "../../src/domain/users/user-settings";

/** Files that declare settings, or carry them to clients and back, without acting on them. */
const declaring =
  /src.domain.(users|realm).(user-settings|realm-settings|realm-permission|setting-name|setting-effect)\.ts$|codecs.(user|realm)-settings\.ts$/;
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => join("src", file))
  .filter((file) => file.endsWith(".ts") && !declaring.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const words = new Set(sources.match(/[A-Za-z][A-Za-z0-9]*/g));

const settings = [
  ...Object.keys(defaultUserSettings),
  ...Object.keys(defaultRealmSettings),
  ...realmPermissions,
];
const isOfClients = (name: string) => (settingsOfClients as ReadonlySet<string>).has(name);
const isWithoutEffect = (name: string) => Object.hasOwn(settingsWithoutEffect, name);

test("the server reads every setting, or it is listed as the clients' own or as without effect", () => {
  const unread = settings.filter((name) => !words.has(name) && !isOfClients(name) && !isWithoutEffect(name));
  expect(unread).toEqual([]);
});

test("no setting is on both lists, and each name on them is a setting", () => {
  const named = [...settingsOfClients, ...Object.keys(settingsWithoutEffect)];
  expect(named.filter((name) => isOfClients(name) && isWithoutEffect(name))).toEqual([]);
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});

test("docs/coverage.md lists every setting without effect by what the server doesn't do", () => {
  const page = readFileSync("docs/coverage.md", "utf8").replaceAll(/\s+/g, " ");
  const missing = [...new Set(Object.values(settingsWithoutEffect))].filter((what) => !page.includes(what));
  expect(missing).toEqual([]);
});
