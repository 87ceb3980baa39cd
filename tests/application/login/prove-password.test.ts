import { issueApiKey } from "../../../src/application/login/issue-api-key";
import { provePassword } from "../../../src/application/login/prove-password";
import type { Throttle } from "../../../src/application/ports/system/throttle";
import { createRealm } from "../../../src/application/realm/create-realm";
import { openSession } from "../../../src/application/sessions/open-session";
import type { RealmId } from "../../../src/domain/ids";
import { throttleWith } from "../../support/application/fakes";
import { setPassword, visitorFrom } from "../../support/application/logins";
import { successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aUser } from "../../support/builders/entities";

const password = "seven blue elephants";
const realm = async (throttle: Throttle = throttleWith({})) => {
  const found = await memoryRealm({ people: { ann: "member", bot: { botOf: "ann" } } });
  const { services, ann, realmId } = found;
  await setPassword(found, ann, password);
  /** Who it is, or why not. */
  const prove = async (
    given = password,
    from = "203.0.113.9",
    email = "ann@example.com",
    at: RealmId = realmId,
  ) => {
    const proved = await provePassword({ ...services, throttle })(visitorFrom(at, from), email, given)();
    return proved._tag === "Left" ? proved.left.code : proved.right.user.id;
  };
  return { ...found, prove };
};
const wrong = "AUTHENTICATION_FAILED";

test("the right password proves its user, whatever the case of the address", async () => {
  const { ann, prove } = await realm();
  expect(await prove(password, undefined, "ANN@example.com")).toBe(ann.id);
  expect(await prove("wrong")).toBe(wrong);
  expect(await prove("")).toBe(wrong);
});

test("refuses unknown addresses, bots, and users without a password", async () => {
  const { bot, prove, ...found } = await realm();
  await setPassword(found, bot, password);
  for (const email of ["nobody@example.com", "bot@example.com", "owner@example.com"])
    expect(await prove(password, undefined, email)).toBe(wrong);
});

test("only the right password reveals that an account or the realm is deactivated", async () => {
  const { ann, prove, append } = await realm();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect([await prove("wrong"), await prove()]).toEqual([wrong, "REALM_DEACTIVATED"]);
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect([await prove("wrong"), await prove()]).toEqual([wrong, "USER_DEACTIVATED"]);
});

test("an account that another node has just made is known, and one that it has just ended isn't let in", async () => {
  const { ann, services, realmId, append, state } = await realm();
  const stale = await state();
  const directory = Object.create(services.directory, { stateOf: { value: async () => stale } });
  const prove = async (email: string) => {
    const visitor = visitorFrom(realmId, "203.0.113.9");
    const proved = await provePassword({ ...services, directory })(visitor, email, password)();
    return proved._tag === "Left" ? proved.left.code : proved.right.user.id;
  };
  await append({ type: "user_created", user: aUser({ id: 77, email: "zoe@example.com" }) });
  await setPassword({ services }, { ...ann, userId: 77 }, password);
  expect(await prove("zoe@example.com")).toBe(77);
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect(await prove("ann@example.com")).toBe("USER_DEACTIVATED");
});

test("a realm without password logins refuses passwords", async () => {
  const { prove, set } = await realm();
  await set({ disabledLoginMethods: ["Email"] });
  expect(await prove()).toBe("PASSWORD_AUTH_DISABLED");
});

test("counts guesses by network: a whole /64 for IPv6", async () => {
  const { prove } = await realm(throttleWith({ login_from: 3 }));
  for (let guess = 1; guess <= 3; guess += 1) expect(await prove("x", `2001:db8:5:6::${guess}`)).toBe(wrong);
  expect(await prove(password, "2001:db8:5:6::99")).toBe("RATE_LIMIT_HIT");
  expect(await prove(password, "2001:db8:5:7::1")).not.toBe("RATE_LIMIT_HIT");
});

test("guesses count by account and network, until the right password", async () => {
  const { ann, prove } = await realm(throttleWith({ login: 3 }));
  const outcomes: unknown[] = [];
  for (const guess of ["1", "2", password, "1", "2", "3"]) outcomes.push(await prove(guess));
  expect(outcomes).toEqual([wrong, wrong, ann.id, wrong, wrong, wrong]);
  expect(await prove()).toBe("RATE_LIMIT_HIT");
  expect(await prove("wrong", "198.51.100.1")).toBe(wrong);
});

test("a login at another organization doesn't forget the guesses at this one, nor make a network known here", async () => {
  const found = await realm(throttleWith({ login: 2, login_to: 3, known_network: 1 }));
  const { prove, services } = found;
  const names = { name: "Other", subdomain: "other", ownerEmail: "ann@example.com", ownerName: "Ann" };
  const other = successOf(await createRealm(services)(names)());
  const olga = { realmId: other.realmId, userId: other.ownerId, client: "test" };
  await setPassword(found, olga, password);
  expect([await prove("1"), await prove("2")]).toEqual([wrong, wrong]);
  expect(await prove(password, undefined, undefined, other.realmId)).toBe(other.ownerId);
  expect(await prove()).toBe("RATE_LIMIT_HIT");
  expect(await prove(password, "192.0.2.77", undefined, other.realmId)).toBe(other.ownerId);
  await prove("3", "198.51.100.1");
  expect(await prove(password, "192.0.2.77")).toBe("RATE_LIMIT_HIT");
});

test("all spellings of an address share the same guesses", async () => {
  const found = await realm(throttleWith({ login: 2 }));
  const { prove, append } = found;
  await append({ type: "user_created", user: aUser({ id: 77, email: "iris@example.com" }) });
  await setPassword(found, { ...found.ann, userId: 77 }, password);
  const tried = (email: string) => prove("guess", undefined, email);
  expect([await tried("iris@example.com"), await tried("IRIS@Example.com")]).toEqual([wrong, wrong]);
  expect(await tried("Iris@example.com")).toBe("RATE_LIMIT_HIT");
  for (const email of ["İris@example.com", "ırıs@example.com", "iriſ@example.com"])
    expect([email, await prove(password, undefined, email)]).toEqual([email, wrong]);
});

test("guesses count across networks, and the owner still gets in from a known one", async () => {
  const { ann, prove } = await realm(throttleWith({ login_to: 4, known_network: 1 }));
  expect(await prove(password, "192.0.2.77")).toBe(ann.id);
  for (let network = 1; network <= 3; network += 1) await prove("", `198.51.${network}.1`);
  expect(await prove(password, "203.0.113.5")).toBe("RATE_LIMIT_HIT");
  expect(await prove(password, "192.0.2.77")).toBe(ann.id);
});

test("repeated wrong passwords are noted once in the audit log", async () => {
  const { ann, prove, world, realmId } = await realm(
    throttleWith({ refused_login: 2, refused_login_noted: 1 }),
  );
  const noted = () =>
    world.persistence.auditLog.page(realmId, { kinds: ["user_login_refused"] }, undefined, 9);
  for (let guess = 0; guess < 2; guess += 1) await prove("wrong");
  expect(await noted()).toEqual([]);
  for (let guess = 0; guess < 4; guess += 1) await prove("wrong");
  await world.services.inTransaction({ realmId, userId: 1, client: "x" }, async () => ({
    _tag: "Right",
    right: 0,
  }));
  expect(await noted()).toMatchObject([{ target: { type: "user", id: ann.id } }]);
});

test("a password that is replaced during its check opens no session and gives no key", async () => {
  const { ann, services, realmId, ...found } = await realm();
  const passwords = {
    ...services.passwords,
    verify: async (hash: string | undefined, given: string) => {
      const isRight = await services.passwords.verify(hash, given);
      await setPassword({ ...found, services }, ann, "replaced meanwhile");
      return isRight;
    },
  };
  const visitor = visitorFrom(realmId);
  const proved = await provePassword({ ...services, passwords })(visitor, "ann@example.com", password)();
  if (proved._tag === "Left") throw new Error(proved.left.message);
  const { passwordHash } = proved.right;
  const browser = { name: "Firefox", remoteAddress: "203.0.113.9", passwordHash };
  const refused = { left: { code: "AUTHENTICATION_FAILED" } };
  expect(await openSession(services)(realmId, ann.id, browser)()).toMatchObject(refused);
  expect(await services.sessions.list(realmId, ann.id)).toEqual([]);
  const proof = { hasBoth: false, passwordHash };
  expect(await issueApiKey(services)(visitor, ann.id, proof)()).toMatchObject(refused);
});
