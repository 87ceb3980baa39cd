import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { auditSecret, secretAuditRules } from "../../../src/application/lanes/secret-audit";
import type { SecretChange } from "../../../src/application/ports/events/event-store";
import type { FactorUses } from "../../../src/application/ports/login/factor-uses";
import type { SessionStore } from "../../../src/application/ports/login/session-store";
import type { SignOnIdentities } from "../../../src/application/ports/login/sign-on-identities";
import type { Transaction } from "../../../src/application/transaction";
import type { AuditKind } from "../../../src/domain/audit/audit-entry";
import { memoryRealm } from "../../support/application/memory-realm";

const app = {
  id: "f1",
  kind: "app",
  name: "Phone",
  sealed: "hush",
  counter: 0,
  createdAt: 0,
  lastUsedAt: null,
} as const;

/** How work changes each kind of secret, and what the audit log says: a change, or nothing, for a reason. */
const changes: Readonly<
  Record<
    SecretChange["kind"],
    { readonly make: (tx: Transaction, userId: number) => void; readonly audited: AuditKind | "for no other" }
  >
> = {
  password: { make: (tx, id) => tx.setPasswordHash(id, "hush"), audited: "user_password_changed" },
  factor_added: { make: (tx, id) => tx.addFactor(id, app), audited: "user_second_factor_added" },
  factor_removed: { make: (tx, id) => tx.removeFactor(id, "hush"), audited: "user_second_factor_removed" },
  recovery_codes: {
    make: (tx, id) => tx.setRecoveryCodes(id, ["hush", "hush"]),
    audited: "user_recovery_codes_renewed",
  },
  sessions_ended: {
    make: (tx, id) => tx.endSessions(id, [{ id: "hush", browser: "Firefox" }]),
    audited: "user_session_ended",
  },
  call_token: { make: (tx, id) => tx.setCallToken(id, "zoom", "hush"), audited: "for no other" },
};

describe("the audit log says who changed", () => {
  test.each(Object.entries(changes))("%s, without the secret", async (kind, { make, audited }) => {
    const { ann, services, realmId, world } = await memoryRealm({ people: { ann: "member" } });
    const before = await world.persistence.auditLog.page(realmId, {}, undefined, 100);
    await services.inTransaction(ann, async (tx) => E.right(make(tx, ann.id)));
    const after = await world.persistence.auditLog.page(realmId, {}, undefined, 100);
    const known = new Set(before.map(({ id }) => id));
    const added = after.filter(({ id }) => !known.has(id));
    expect(added.map((entry) => [entry.kind, entry.target, entry.actor.userId])).toEqual(
      audited === "for no other" ? [] : [[audited, { type: "user", id: ann.id }, ann.id]],
    );
    expect(JSON.stringify(added)).not.toContain("hush");
    if (audited === "for no other")
      expect(secretAuditRules[kind as SecretChange["kind"]]).toEqual({ unaudited: expect.any(String) });
  });
});

test("the end of all sessions is a separate entry", () => {
  expect(auditSecret({ kind: "sessions_ended", userId: 7 })).toMatchObject([
    { kind: "user_session_ended", target: { type: "user", id: 7 }, before: { browsers: "all" } },
  ]);
});

/** An entry, and the test that sees it; or why there is none. */
type Beside = readonly [AuditKind, test: string] | string;

/** Secrets that are stored outside commits: what each method of their ports leads to. */
const besideCommits: {
  readonly signOnIdentities: Readonly<Record<keyof SignOnIdentities, Beside>>;
  readonly sessions: Readonly<Record<keyof SessionStore, Beside>>;
  readonly factorUses: Readonly<Record<keyof FactorUses, Beside>>;
} = {
  signOnIdentities: {
    find: "It reads",
    isLinked: "It reads",
    link: ["user_sign_on_linked", "sign-on/sign-on"],
    unlink: ["user_sign_on_unlinked", "sign-on/forget-sign-on"],
  },
  sessions: {
    find: "It reads",
    among: "It reads",
    list: "It reads",
    add: ["user_logged_in", "sessions/open-session"],
    touch: "It notes a use",
    remove: "It makes room for a session that is audited",
    removeIdle: "The server removes what is over",
  },
  factorUses: {
    use: "The login that it is for is audited",
    useRecoveryCode: ["user_recovery_code_used", "second-factors/prove-second-factor"],
  },
};

test.each(
  Object.values(besideCommits)
    .flatMap((methods) => Object.values<Beside>(methods))
    .filter(Array.isArray),
)("an entry of kind %s is seen by the test of %s", (kind, test) => {
  expect(readFileSync(join(__dirname, `../${test}.test.ts`), "utf8")).toContain(`"${kind}"`);
});
