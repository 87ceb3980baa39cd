import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { resetPassword } from "../../../src/application/passwords/reset-password";
import { openSession } from "../../../src/application/sessions/open-session";
import { setPassword, visitorFrom } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const chosen = "seven blue elephants";
const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member" } });
  const { ann, services, realmId, mails } = found;
  await setPassword(found, ann, "the first one");
  return {
    ...found,
    newToken: async () => {
      await requestPasswordReset(services)(realmId, "ann@example.com", "203.0.113.8")();
      const letter = (await mails()).at(-1)?.letter;
      return letter?.kind === "reset_password" ? letter.link.replace(/^.*\/reset\//, "") : "";
    },
    reset: async (token: string, password = chosen) => {
      const outcome = await resetPassword(services)(visitorFrom(realmId), token, password)();
      return outcome._tag === "Left" ? outcome.left.message : outcome.right;
    },
    hash: () => services.credentials.passwordHash(realmId, ann.id),
  };
};

test("a mailed link sets a new password, once, and ends the sessions and the key", async () => {
  const { ann, newToken, reset, hash, user, mails, services, realmId } = await realm();
  await openSession(services)(realmId, ann.id, { name: "Firefox", remoteAddress: "::1", isByLink: true })();
  const token = await newToken();
  expect(await reset(token)).toBe(ann.id);
  expect(await hash()).toBe(`hash of ${chosen}`);
  expect(await services.sessions.list(realmId, ann.id)).toEqual([]);
  expect((await user(ann)).apiKeyVersion).toBe(2);
  expect((await mails()).map(({ letter }) => letter.kind)).toEqual(["reset_password", "password_changed"]);
  expect(await reset(token)).not.toBe(ann.id);
});

test("of two people who open the link at once, one sets a password", async () => {
  const { ann, newToken, reset, hash } = await realm();
  const token = await newToken();
  const other = "eight green elephants";
  const outcomes = await Promise.all([reset(token), reset(token, other)]);
  expect(outcomes.filter((outcome) => outcome === ann.id)).toHaveLength(1);
  expect(await hash()).toBe(`hash of ${outcomes[0] === ann.id ? chosen : other}`);
});

test("the new password follows the organization's rules", async () => {
  const { ann, newToken, reset, set, hash } = await realm();
  await set({ passwordMinLength: 12, passwordHistory: 3 });
  const token = await newToken();
  expect(await reset(token, "Xq7!vR2#")).toBe("The password is too short: at least 12 characters.");
  expect(await reset(token, "x".repeat(101))).toBe("The password is too weak.");
  expect(await reset(token, "the first one")).toBe(
    "You have used this password before. Choose a different one.",
  );
  expect(await hash()).toBe("hash of the first one");
  expect(await reset(token)).toBe(ann.id);
});

test("nothing changes in a deactivated organization, and no link is mailed", async () => {
  const { newToken, reset, hash, append, mails, services, realmId } = await realm();
  const token = await newToken();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  const before = await mails();
  expect(await reset(token)).toMatch(/deactivated/);
  expect(await hash()).toBe("hash of the first one");
  const asked = await requestPasswordReset(services)(realmId, "ann@example.com", "203.0.113.8")();
  expect(asked).toMatchObject({ _tag: "Left", left: { code: "REALM_DEACTIVATED" } });
  expect(await mails()).toEqual(before);
});

test("a link that was requested just before the organization ended isn't mailed", async () => {
  const { append, mails, services, realmId } = await realm();
  await requestPasswordReset(services)(realmId, "ann@example.com", "203.0.113.8")();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await mails()).toEqual([]);
});
