import { issueApiKey } from "../../../src/application/login/issue-api-key";
import { giveApp, setPassword, visitorFrom } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member", bot: { botOf: "ann" } } });
  const { services, realmId } = found;
  const issue = async (
    userId = found.ann.id,
    more: { readonly hasBoth?: boolean; readonly passwordHash?: string } = {},
  ) => {
    const outcome = await issueApiKey(services)(visitorFrom(realmId), userId, { hasBoth: false, ...more })();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right.apiKey;
  };
  return { ...found, issue, key: services.apiKeys.keyOf(realmId, found.ann.id, 1) };
};

test("a login is in the audit log, in its user's name", async () => {
  const { ann, issue, key, world, realmId } = await realm();
  expect(await issue()).toBe(key);
  const [entry] = await world.persistence.auditLog.page(realmId, { kinds: ["user_logged_in"] }, undefined, 9);
  expect(entry).toMatchObject({ actor: { userId: ann.id }, after: { for: "api_key" } });
});

test("an account that somebody else made, or that was imported, joins at its first login", async () => {
  const { ann, issue, append, user, clock } = await realm();
  await append({
    type: "user_changed",
    userId: ann.id,
    change: { awaitsFirstLogin: true, isImportedStub: true },
  });
  clock.advance(5000);
  await issue();
  expect(await user(ann)).toMatchObject({
    awaitsFirstLogin: false,
    isImportedStub: false,
    joinedAt: clock.now(),
  });
});

test("unknown and inactive users and system bots get no key", async () => {
  const { ann, issue, append, state } = await realm();
  const system = [...(await state()).users.values()].find(({ isSystemBot }) => isSystemBot);
  for (const id of [999, system?.id]) expect(await issue(id)).toBe("AUTHENTICATION_FAILED");
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await issue()).toBe("REALM_DEACTIVATED");
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect(await issue()).toBe("USER_DEACTIVATED");
});

test("a second factor must be proved if the user has one, and set up if the realm requires one", async () => {
  const { ann, issue, key, set, ...found } = await realm();
  await set({ requireTwoFactors: true });
  const required = await issue();
  await giveApp(found, ann);
  expect(await issue()).toBe("TWO_FACTOR_CODE_REQUIRED");
  expect(await issue(ann.id, { hasBoth: true })).toBe(key);
  expect(required).toBe("TWO_FACTOR_SETUP_REQUIRED");
});

test("a password that was replaced since its check gives no key", async () => {
  const { ann, issue, key, ...found } = await realm();
  await setPassword(found, ann, "new");
  expect(await issue(ann.id, { passwordHash: "hash of old" })).toBe("AUTHENTICATION_FAILED");
  expect(await issue(ann.id, { passwordHash: "hash of new" })).toBe(key);
});

test("bots don't log in, nor do unknown accounts", async () => {
  const { bot, issue } = await realm();
  for (const id of [bot.id, 999]) expect(await issue(id, { hasBoth: true })).toBe("AUTHENTICATION_FAILED");
});
