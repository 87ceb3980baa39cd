import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { realmSettingName } from "../../src/adapters/http/encode/realm";
import { settingsOfClients, settingsWithoutEffect } from "../../src/domain/setting-effect";
import { settings as channel } from "../../web/src/views/settings/catalogue/channel";
import { settings as group } from "../../web/src/views/settings/catalogue/group";
import { settings as organization } from "../../web/src/views/settings/catalogue/organization";
import { settings as own } from "../../web/src/views/settings/catalogue/own";
import { settingsElsewhere } from "../../web/src/views/settings/elsewhere";
import type { Setting } from "../../web/src/views/settings/setting";
import { settingsCatalogue } from "../support/settings-catalogue";

const root = join(__dirname, "../..");
const folder = join(root, "web/src/views/settings/catalogue");

const written = (settings: readonly Setting[]): string =>
  `import type { Setting } from "../setting";

/** What the server declares of its settings: \`UPDATE_DOCS=1 npm test\` writes this. */
export const settings: readonly Setting[] = [
${settings.map((one) => `  ${JSON.stringify(one)},\n`).join("")}];
`;

test("the client draws its forms from what the server declares", () => {
  const declared = settingsCatalogue();
  if (process.env.UPDATE_DOCS === "1") {
    for (const [name, settings] of Object.entries(declared))
      writeFileSync(join(folder, `${name}.ts`), written(settings));
    execFileSync(join(root, "node_modules/.bin/biome"), ["check", "--write", folder]);
    return;
  }
  expect({ own, organization, channel, group }).toEqual(declared);
});

test("a setting that the server or this client acts on has a place; only what nobody acts on here has none", () => {
  const names = [...own, ...organization].map(({ name }) => name);
  const wire = (name: string) => realmSettingName(name);
  const idle = Object.keys(settingsWithoutEffect)
    .map(wire)
    .filter((name) => names.includes(name));
  const elsewhere = Object.entries(settingsElsewhere);
  const without = (reason: RegExp) => elsewhere.filter(([, why]) => reason.test(why)).map(([name]) => name);
  expect(without(/the server does nothing/).sort()).toEqual([...new Set(idle)].sort());
  const ofClients = [...settingsOfClients].map(wire);
  expect(without(/for clients/).filter((name) => !ofClients.includes(name))).toEqual([]);
});
