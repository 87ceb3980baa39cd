import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { migrations } from "../../src/adapters/persistence/knex/database/migrations";

test("every file in migrations is listed in src/adapters/persistence/knex/database/migrations.ts, in order", async () => {
  const files = readdirSync(join(__dirname, "../../migrations")).map((file) => parse(file).name);
  expect(await migrations.getMigrations([])).toEqual(files.sort());
});
