import type { ThrottleRule } from "../../../src/application/ports/system/throttle";
import { awaitSecondFactor } from "../../../src/application/second-factors/await-second-factor";
import {
  proveSecondFactor,
  type SecondProof,
} from "../../../src/application/second-factors/prove-second-factor";
import { retrySecondFactor } from "../../../src/application/second-factors/retry-second-factor";
import type { AuditKind } from "../../../src/domain/audit/audit-entry";
import { passkeyAnswer } from "../../support/application/factor-fakes";
import { setPassword } from "../../support/application/logins";
import type { Person } from "../../support/application/memory-realm";
import { realmWithFactors } from "../../support/application/second-factors";

const wrong = "TWO_FACTOR_CODE_WRONG";
const tooMany = "RATE_LIMIT_HIT";
const realm = async (limits: Partial<Record<ThrottleRule, number>> = {}) => {
  const found = await realmWithFactors(limits);
  const { services, realmId } = found;
  const half = async ({ id }: Person) => {
    const outcome = await awaitSecondFactor(services)(realmId, id)();
    if (outcome._tag === "Left" || outcome.right === undefined)
      throw new Error("The login waits for nothing");
    return outcome.right;
  };
  /** Who it is, or why not. */
  const prove = async (token: string, proof: SecondProof | string) => {
    const given = typeof proof === "string" ? { code: proof } : proof;
    const outcome = await proveSecondFactor(services)(realmId, token, given)();
    if (outcome._tag === "Right") return outcome.right.userId;
    return "problem" in outcome.left ? outcome.left.problem : outcome.left.code;
  };
  /** What owners read of the given kind. */
  const audited = (kind: AuditKind) =>
    found.world.persistence.auditLog.page(realmId, { kinds: [kind] }, undefined, 9);
  return { ...found, half, prove, audited };
};

test("an app's code works once, even if it is entered twice at the same time, and no older code works afterwards", async () => {
  const { ann, half, prove, setUpApp, codeOf, factors, clock } = await realm();
  await setUpApp(ann);
  const { token } = await half(ann);
  expect(await prove(token, codeOf(ann, -1))).toBe(wrong);
  clock.advance(1000);
  const now = codeOf(ann);
  const outcomes = await Promise.all(
    [now, now.replace(/(..)(..)/, "$1 $2-")].map((code) => prove(token, code)),
  );
  expect(outcomes.sort()).toEqual([ann.id, wrong].sort());
  expect(await prove(token, codeOf(ann, -1))).toBe(wrong);
  expect(await prove(token, codeOf(ann, 1))).toBe(ann.id);
  expect(await factors(ann)).toMatchObject([
    { counter: Math.floor(clock.now() / 30_000) + 1, lastUsedAt: clock.now() },
  ]);
});

test("a recovery code works once, however it is typed, and a mail says how many are left", async () => {
  const { ann, half, prove, setUpApp, news, audited } = await realm();
  const [first = ""] = await setUpApp(ann);
  const { token } = await half(ann);
  const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `;
  const outcomes = await Promise.all([prove(token, typed), prove(token, first)]);
  expect(outcomes.sort()).toEqual([ann.id, wrong].sort());
  expect((await news()).slice(1)).toEqual([{ to: "ann@example.com", what: "code_used", codesLeft: 9 }]);
  expect(await audited("user_recovery_code_used")).toMatchObject([{ target: { type: "user", id: ann.id } }]);
});

test("another user's code is wrong", async () => {
  const { ann, ben, half, prove, setUpApp } = await realm();
  await setUpApp(ann);
  const [code = ""] = await setUpApp(ben);
  expect(await prove((await half(ann)).token, code)).toBe(wrong);
  expect(await prove((await half(ben)).token, code)).toBe(ben.id);
});

test.each(["second_factor", "second_factor_daily"] as const)(
  "wrong app codes are counted (%s): the user is notified once, and can still log in with a recovery code",
  async (rule) => {
    const { ann, half, prove, setUpApp, codeOf, news, audited } = await realm({ [rule]: 2, guess_notice: 1 });
    const [code = ""] = await setUpApp(ann);
    const { token } = await half(ann);
    const outcomes: unknown[] = [];
    for (const guess of ["000001", "000002", "000003", codeOf(ann)]) outcomes.push(await prove(token, guess));
    expect(outcomes).toEqual([wrong, wrong, tooMany, tooMany]);
    expect((await news()).slice(1)).toEqual([{ to: "ann@example.com", what: "guessed" }]);
    expect(await audited("user_login_refused")).toMatchObject([{ target: { type: "user", id: ann.id } }]);
    expect(await prove(token, code)).toBe(ann.id);
  },
);

test("a correct code resets the guess limit, but not the daily one", async () => {
  const { ann, half, prove, setUpApp, codeOf } = await realm({ second_factor: 2, second_factor_daily: 4 });
  await setUpApp(ann);
  const { token } = await half(ann);
  const outcomes: unknown[] = [];
  for (const guess of ["000001", codeOf(ann), "000001", codeOf(ann, 1), codeOf(ann, 1)])
    outcomes.push(await prove(token, guess));
  expect(outcomes).toEqual([wrong, ann.id, wrong, ann.id, tooMany]);
});

test("guesses of recovery codes count, too", async () => {
  const { ann, half, prove, setUpApp } = await realm({ recovery_code: 1 });
  const [code = ""] = await setUpApp(ann);
  const { token } = await half(ann);
  expect([await prove(token, "guess"), await prove(token, code)]).toEqual([wrong, tooMany]);
});

test("the answer of a passkey is bound to one login, and works once", async () => {
  const { ann, half, prove, setUpPasskey } = await realm();
  await setUpPasskey(ann);
  const [one, other] = [await half(ann), await half(ann)];
  const proof = { passkeyAnswer: passkeyAnswer(one.passkeyOptions) };
  expect(await prove(other.token, proof)).toBe(wrong);
  expect([await prove(one.token, proof), await prove(one.token, proof)]).toEqual([ann.id, wrong]);
});

test("refuses a passkey whose counter didn't grow, because it may be cloned", async () => {
  const { ann, half, prove, setUpPasskey } = await realm();
  await setUpPasskey(ann, "key", 3);
  const outcomes: unknown[] = [];
  for (const uses of [3, 4, 4, 5]) {
    const { token, passkeyOptions } = await half(ann);
    outcomes.push(await prove(token, { passkeyAnswer: passkeyAnswer(passkeyOptions, "key", uses) }));
  }
  expect(outcomes).toEqual([wrong, ann.id, wrong, ann.id]);
});

test("refuses another user's passkey, and any passkey for a user without one", async () => {
  const { ann, ben, half, prove, setUpPasskey, setUpApp } = await realm();
  await setUpPasskey(ann, "ann's");
  await setUpApp(ben);
  const { token, passkeyOptions } = await half(ann);
  expect(await prove(token, { passkeyAnswer: passkeyAnswer(passkeyOptions, "ben's") })).toBe(wrong);
  expect(
    await prove((await half(ben)).token, { passkeyAnswer: passkeyAnswer(passkeyOptions, "ann's") }),
  ).toBe(wrong);
});

test("a half login is valid for ten minutes, until the password, the key, or the factors change", async () => {
  const { ann, half, prove, setUpApp, setUpPasskey, codeOf, append, clock, ...found } = await realm();
  await setUpApp(ann);
  const { token } = await half(ann);
  for (const forged of ["", "guess", `${token}x`]) expect(await prove(forged, codeOf(ann))).toBe("unknown");
  clock.advance(600_000);
  expect(await prove(token, codeOf(ann))).toBe("expired");
  const begun = async (change: () => Promise<unknown>) => {
    const { token: before } = await half(ann);
    await change();
    expect(await prove(before, codeOf(ann))).toBe("revoked");
  };
  await begun(() => setUpPasskey(ann));
  await begun(() => append({ type: "user_changed", userId: ann.id, change: { apiKeyVersion: 9 } }));
  await begun(() => setPassword(found, ann, "another"));
  await begun(() => append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 }));
});

test("in a deactivated organization, half logins neither begin nor end: no code is used up, and no mail reports one", async () => {
  const { ann, services, realmId, append, half, prove, setUpApp, codesLeft, mails } = await realm();
  const [code = ""] = await setUpApp(ann);
  const { token } = await half(ann);
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  const before = [await codesLeft(ann), await mails()];
  expect(await prove(token, code)).toBe("REALM_DEACTIVATED");
  const refused = { _tag: "Left", left: { code: "REALM_DEACTIVATED" } };
  expect(await retrySecondFactor(services)(realmId, token)()).toMatchObject(refused);
  expect(await awaitSecondFactor(services)(realmId, ann.id)()).toMatchObject(refused);
  expect([await codesLeft(ann), await mails()]).toEqual(before);
});
