import { logInByToken } from "../../../src/application/login/log-in-by-token";
import { plainCodes } from "../../support/application/factor-fakes";
import { appCode, giveApp, visitorFrom } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";
import { plainLoginTokens } from "../../support/application/outside-fakes";
import { realmWithFactors } from "../../support/application/second-factors";

const realm = async (isFor = true) => {
  const found = await memoryRealm({ people: { mia: "member", bot: { botOf: "mia" } } });
  const { mia, services, realmId } = found;
  const loginTokens = plainLoginTokens(() => isFor);
  const enter = async (token: string, code?: string) => {
    const ports = { ...services, loginTokens, oneTimeCodes: plainCodes() };
    const outcome = await logInByToken(ports)(visitorFrom(realmId), token, code)();
    return outcome._tag === "Left" ? outcome.left.message : outcome.right.apiKey;
  };
  return { ...found, enter, key: services.apiKeys.keyOf(realmId, mia.id, 1) };
};

test("a trusted program's token gives the key of the user that it names", async () => {
  const { enter, key } = await realm();
  expect(await enter("MIA@example.com")).toBe(key);
});

test("a token must be there, genuine, and name an active person", async () => {
  const { mia, enter, append } = await realm();
  expect(await enter("")).toBe("No JSON web token passed in request");
  expect(await enter("forged")).toBe("Bad JSON web token");
  expect(await enter("nobody")).toBe("No email specified in JSON web token claims");
  for (const email of ["x@example.com", "bot@example.com"])
    expect(await enter(email)).toBe("Your username or password is incorrect");
  await append({ type: "user_deactivated", userId: mia.id, firstMessageId: 1 });
  expect(await enter("mia@example.com")).toBe("Account is deactivated");
});

test("an organization without such a program accepts no token", async () => {
  const { enter } = await realm(false);
  expect(await enter("mia@example.com")).toBe("JWT authentication is not enabled for this organization");
});

test("a token doesn't replace the second factor", async () => {
  const { mia, enter, key, ...found } = await realm();
  await giveApp(found, mia);
  expect(await enter("mia@example.com")).not.toBe(key);
  expect(await enter("mia@example.com", "123456")).not.toBe(key);
  expect(await enter("mia@example.com", appCode())).toBe(key);
});

test.each([
  ["organization", () => ({ type: "realm_changed", change: { isDeactivated: true } }) as const],
  ["account", (userId: number) => ({ type: "user_deactivated", userId, firstMessageId: 1 }) as const],
] as const)("a deactivated %s uses up no recovery code, and no mail reports one", async (_, end) => {
  const { ann, services, realmId, append, mails, setUpApp, codesLeft } = await realmWithFactors();
  const [code] = await setUpApp(ann);
  await append(end(ann.id));
  const before = [await codesLeft(ann), await mails()];
  const ports = { ...services, loginTokens: plainLoginTokens() };
  const outcome = await logInByToken(ports)(visitorFrom(realmId), "ann@example.com", code)();
  expect(outcome).toMatchObject({ _tag: "Left", left: { message: expect.stringContaining("deactivated") } });
  expect([await codesLeft(ann), await mails()]).toEqual(before);
});
