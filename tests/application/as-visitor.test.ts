import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { asVisitor } from "../../src/application/as-visitor";
import { visitorFrom } from "../support/application/logins";
import { memoryRealm } from "../support/application/memory-realm";

const folder = join(__dirname, "../../src/application");
/** Why work for somebody who isn't logged in, or by the server itself, runs in a deactivated organization too. */
const reasons: Readonly<Record<string, string>> = {
  "login/issue-api-key.ts": "it says first whether the account is deactivated",
  "login/prove-password.ts": "it only records that passwords were wrong",
  "login/shared/check-code.ts": "every login that leads there was refused before",
  "sign-on/shared/record-link.ts": "it records a link that was just made",

  "accounts/permit-email-changes.ts": "an operator's command",
  "realm/reactivate-realm.ts": "an operator's command",
  "retention/restore-messages.ts": "an operator's command",
  "second-factors/reset-factors-by-address.ts": "an operator's command",
  "sign-on/forget-sign-on.ts": "an operator's command",

  "accounts/complete-deactivation.ts": "completes what was accepted before",
  "messages/delete-sent-messages.ts": "completes what was accepted before",
  "messages/internal/mark-read-in-slices.ts":
    "What was archived or muted is marked as read by jobs, for its readers.",
  "notices/send-notices.ts": "completes what was accepted before",
  "profile-fields/empty-profile-field.ts": "completes what was accepted before",
  "reminders/send-reminder.ts": "the reminder waits for its reader in a message; nothing is mailed or pushed",
  "scheduled-messages/send-scheduled-message.ts": "only says that the message was refused",

  "channels/mark-quiet-channels.ts": "upkeep",
  "events/extend-logs.ts": "upkeep",
  "messages/rerender-messages.ts": "upkeep",
  "push/internal/do-push-job.ts": "upkeep",
  "push/internal/forget-addresses.ts": "upkeep",
  "push/internal/mark-introduced.ts": "upkeep",
  "push/internal/remove-registrations.ts": "upkeep",
  "realm/announce-updates.ts": "upkeep, which finds active organizations only",
  "retention/archive-expired-messages.ts": "upkeep",
  "uploads/remove-orphans.ts": "upkeep",
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

test("work that no user's lane check guards runs as a visitor's, or there is a reason", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const runsAnyway = files.filter((name) =>
    /inTransaction\(\s*(visitor\b|byServer\()/.test(readFileSync(join(folder, name), "utf8")),
  );
  expect(runsAnyway.sort()).toEqual(Object.keys(reasons).sort());
});
