import { type Browser, openSession } from "../../../src/application/sessions/open-session";
import { giveApp, setPassword } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const firefox: Browser = { name: "Firefox", remoteAddress: "203.0.113.9" };
const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member", bot: { botOf: "ann" } } });
  const { services, realmId, ann } = found;
  const open = async (more: Partial<Browser> = {}, userId = ann.id) => {
    const outcome = await openSession(services)(realmId, userId, { ...firefox, ...more })();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right;
  };
  return { ...found, open, sessions: () => services.sessions.list(realmId, ann.id) };
};

test("a login opens a session, and is in the audit log", async () => {
  const { ann, open, sessions, clock, world, realmId } = await realm();
  expect(await open()).toBe("token-1");
  const at = clock.now();
  expect(await sessions()).toEqual([
    {
      id: "session 1",
      userId: ann.id,
      browser: "Firefox",
      remoteAddress: "203.0.113.9",
      createdAt: at,
      lastSeenAt: at,
      hasBoth: false,
    },
  ]);
  const [entry] = await world.persistence.auditLog.page(realmId, { kinds: ["user_logged_in"] }, undefined, 9);
  expect(entry).toMatchObject({ actor: { userId: ann.id }, after: { for: "session" } });
});

test("truncates a long browser name and fills in a missing one", async () => {
  const { open, sessions } = await realm();
  await open({ name: "x".repeat(201) });
  await open({ name: "" });
  expect((await sessions()).map(({ browser }) => browser).sort()).toEqual([
    "an unknown program",
    "x".repeat(200),
  ]);
});

test("the user gets mail about a new login, unless it came by a mailed link or they turned that off", async () => {
  const { ann, open, mails, append } = await realm();
  await open();
  await open({ isByLink: true });
  const change = { enableLoginEmails: false };
  await append({ type: "user_settings_changed", userId: ann.id, change, isOwnChoice: true });
  await open();
  expect(await mails()).toMatchObject([
    { to: "ann@example.com", letter: { kind: "new_login", browser: "Firefox", address: "203.0.113.9" } },
  ]);
});

test("bots and users who aren't active open no session", async () => {
  const { ann, bot, open, append, sessions } = await realm();
  for (const id of [bot.id, 999]) expect(await open({}, id)).toBe("AUTHENTICATION_FAILED");
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await open()).toBe("REALM_DEACTIVATED");
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect(await open()).toBe("USER_DEACTIVATED");
  expect(await sessions()).toEqual([]);
});

test("a user with a second factor must have proved it", async () => {
  const { ann, open, sessions, ...found } = await realm();
  await giveApp(found, ann);
  expect(await open()).toBe("TWO_FACTOR_CODE_REQUIRED");
  await open({ hasBoth: true });
  expect(await sessions()).toMatchObject([{ hasBoth: true }]);
});

test("a password that was replaced since its check opens no session", async () => {
  const { ann, open, sessions, ...found } = await realm();
  await setPassword(found, ann, "new");
  expect(await open({ passwordHash: "hash of old" })).toBe("AUTHENTICATION_FAILED");
  expect(await sessions()).toEqual([]);
  await open({ passwordHash: "hash of new" });
  expect(await sessions()).toHaveLength(1);
});

test("a user's hundred-and-first session ends the least recently used one, and the audit log says so", async () => {
  const { open, sessions, clock, world, realmId, ann } = await realm();
  for (let count = 0; count < 101; count += 1) {
    clock.advance(1000);
    await open();
  }
  const ids = (await sessions()).map(({ id }) => id);
  expect([ids.length, ids.includes("session 1"), ids.includes("session 2")]).toEqual([100, false, true]);
  const [entry] = await world.persistence.auditLog.page(
    realmId,
    { kinds: ["user_session_ended"] },
    undefined,
    9,
  );
  expect(entry).toMatchObject({ actor: { userId: ann.id }, before: { browsers: ["Firefox"] } });
});
