import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { asVisitor } from "../../src/application/as-visitor";
import { visitorFrom } from "../support/application/logins";
import { memoryRealm } from "../support/application/memory-realm";

const folder = join(__dirname, "../../src/application");
const reasons: Readonly<Record<string, string>> = {
  "login/issue-api-key.ts": "it says first whether the account is deactivated",
  "login/prove-password.ts": "it only records that passwords were wrong",
  "sign-on/shared/record-link.ts": "it records a link that was just made",
};

test("nobody who isn't logged in changes anything in a deactivated organization", async () => {
  const { services, realmId, append, eventsOf } = await memoryRealm();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  const work = jest.fn(async () => E.right("done"));
  const events = await eventsOf(async () => {
    const outcome = await asVisitor(services.inTransaction, visitorFrom(realmId), work)();
    expect(outcome).toMatchObject({ _tag: "Left", left: { code: "REALM_DEACTIVATED" } });
  });
  expect([events, work.mock.calls]).toEqual([[], []]);
});

test("every use case of visitors runs as one, or there is a reason", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const runsAnyway = files.filter((name) =>
    /inTransaction\(\s*visitor\b/.test(readFileSync(join(folder, name), "utf8")),
  );
  expect(runsAnyway.sort()).toEqual(Object.keys(reasons).sort());
});
