import { confirmEmailChange } from "../../../src/application/accounts/confirm-email-change";
import { requestEmailChange } from "../../../src/application/accounts/request-email-change";
import { updateSettings } from "../../../src/application/accounts/update-settings";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import { throttleWith } from "../../support/application/fakes";
import { setPassword, visitorFrom } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const password = "seven blue elephants";
const confirmed = { password, code: undefined };
const notOurs = "This link is invalid or incomplete.";
const day = 86_400_000;
const realm = async (limits: Parameters<typeof throttleWith>[0] = {}) => {
  const found = await memoryRealm(
    { people: { ann: "member", ben: "member", ada: "administrator", gus: "guest" } },
    { throttle: throttleWith(limits) },
  );
  const { ann, ada, gus, services, realmId, mails } = found;
  for (const one of [ann, ada, gus]) await setPassword(found, one, password);
  /** The token that was mailed last. */
  const token = async () => {
    const letter = (await mails()).at(-1)?.letter;
    if (letter?.kind !== "confirm_new_address") throw new Error("No link was mailed");
    return letter.link.slice(letter.link.lastIndexOf("/") + 1);
  };
  const confirm = async (given: string) => {
    const outcome = await confirmEmailChange(services)(visitorFrom(realmId), given)();
    return outcome._tag === "Left" ? outcome.left.message : outcome.right;
  };
  return { ...found, token, confirm };
};

test("a link to the new address changes it, and the old one gets a notice", async () => {
  const { ann, mails, token, confirm, user, eventsOf } = await realm();
  await ann.does(requestEmailChange, " new@example.com ", confirmed);
  expect(await mails()).toMatchObject([
    { to: "new@example.com", letter: { kind: "confirm_new_address", oldEmail: "ann@example.com" } },
  ]);
  expect((await user(ann)).email).toBe("ann@example.com");
  const link = await token();
  expect(await eventsOf(() => confirm(link))).toMatchObject([
    { type: "user_changed", userId: ann.id, change: { email: "new@example.com" } },
  ]);
  expect((await mails()).at(-1)).toMatchObject({
    to: "ann@example.com",
    letter: { kind: "address_changed", newEmail: "new@example.com" },
  });
  expect(await confirm(link)).toBe("This link has already been used.");
});

test("requires the password; requesting the current address sends no mail", async () => {
  const { ann, mails } = await realm();
  const ask = (given: string | undefined) =>
    ann.isRefused(requestEmailChange, "new@example.com", { password: given, code: undefined });
  expect([await ask(undefined), await ask("wrong")]).toEqual([
    "Enter your password again.",
    "Wrong password!",
  ]);
  await ann.does(requestEmailChange, "ann@example.com", confirmed);
  expect(await mails()).toEqual([]);
});

test("a link is valid for a day, until the password or the key changes, or the user leaves", async () => {
  const { ann, token, confirm, clock, append, ...found } = await realm();
  const ask = async (change: () => unknown) => {
    await setPassword({ ...found }, ann, password);
    await ann.does(requestEmailChange, "new@example.com", confirmed);
    const link = await token();
    await change();
    return confirm(link);
  };
  expect(await confirm("guess")).toBe(notOurs);
  expect(await ask(() => clock.advance(day))).toBe("This link has expired.");
  const revoked = "This link has been withdrawn.";
  expect(await ask(() => setPassword(found, ann, "another"))).toBe(revoked);
  expect(await ask(() => ann.does(regenerateApiKey, "has the key"))).toBe(revoked);
  expect(
    await ask(() => append({ type: "user_changed", userId: ann.id, change: { email: "x@example.com" } })),
  ).toBe(revoked);
  expect(await ask(() => append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 }))).toBe(
    revoked,
  );
});

test("taken addresses are refused, when the change is asked for and when it is confirmed", async () => {
  const { ann, ben, token, confirm, append, user } = await realm();
  expect(await ann.isRefused(requestEmailChange, "BEN@example.com", confirmed)).toBe(
    "Already has an account.",
  );
  await ann.does(requestEmailChange, "new@example.com", confirmed);
  await append({ type: "user_changed", userId: ben.id, change: { email: "new@example.com" } });
  expect(await confirm(await token())).toBe("Already has an account.");
  expect((await user(ann)).email).toBe("ann@example.com");
});

test("in realms that forbid it, only administrators can change addresses, even if the setting changes before the link is opened", async () => {
  const { ann, ada, token, confirm, set } = await realm();
  await ann.does(requestEmailChange, "new@example.com", confirmed);
  const link = await token();
  await set({ emailChangesDisabled: true });
  const disabled = "Email address changes are disabled in this organization.";
  expect(await confirm(link)).toBe(disabled);
  expect(await ann.isRefused(requestEmailChange, "other@example.com", confirmed)).toBe(disabled);
  await ada.does(requestEmailChange, "other@example.com", confirmed);
  expect(await confirm(await token())).toBe("other@example.com");
});

test("limits the confirmation mails that one user can cause", async () => {
  const { ann, mails } = await realm({ mail_from: 1 });
  await ann.does(requestEmailChange, "new@example.com", confirmed);
  expect(await ann.isRefused(requestEmailChange, "other@example.com", confirmed)).toBe(
    "API usage exceeded rate limit",
  );
  expect(await mails()).toHaveLength(1);
});

test("a link requested together with a new password is bound to the new password", async () => {
  const { ann, token, confirm } = await realm();
  await ann.does(updateSettings, {
    settings: {},
    timezone: undefined,
    fullName: undefined,
    email: "new@example.com",
    hasKey: true,
    oldPassword: password,
    code: undefined,
    newPassword: "nine green giraffes",
  });
  expect(await confirm(await token())).toBe("new@example.com");
});

test("the address of somebody hidden from the user counts as free until the link is opened", async () => {
  const { gus, token, confirm, allow, user } = await realm();
  await allow("canAccessAllUsersGroup", systemGroup.members);
  await gus.does(requestEmailChange, "ben@example.com", confirmed);
  expect(await confirm(await token())).toBe("Already has an account.");
  expect((await user(gus)).email).toBe("gus@example.com");
});

test("in a deactivated organization, no link changes an address or mails a notice", async () => {
  const { ann, mails, token, confirm, append, eventsOf } = await realm();
  await ann.does(requestEmailChange, "new@example.com", confirmed);
  const link = await token();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  const before = await mails();
  expect(
    await eventsOf(async () => {
      expect(await confirm(link)).toMatch(/deactivated/);
    }),
  ).toEqual([]);
  expect(await mails()).toEqual(before);
});
