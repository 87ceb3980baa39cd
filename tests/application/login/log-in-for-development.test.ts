import { logInForDevelopment } from "../../../src/application/login/log-in-for-development";
import type { LoginMethod } from "../../../src/domain/realm/login-method";
import { plainCodes } from "../../support/application/factor-fakes";
import { appCode, giveApp, visitorFrom } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

test("anyone gets anyone's key in development, but not past a second factor", async () => {
  const { ann, services, realmId, ...found } = await memoryRealm({ people: { ann: "member" } });
  const enter = async (offered: readonly LoginMethod[], email = "ann@example.com", code?: string) => {
    const ports = { ...services, offeredLogins: offered, oneTimeCodes: plainCodes() };
    const outcome = await logInForDevelopment(ports)(visitorFrom(realmId), email, code)();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right.user.id;
  };
  expect(await enter(["Email", "Dev"])).toBe(ann.id);
  expect(await enter(["Email"])).toBe("AUTHENTICATION_FAILED");
  expect(await enter(["Dev"], "nobody@example.com")).toBe("AUTHENTICATION_FAILED");
  await giveApp({ ...found, services }, ann);
  expect(await enter(["Dev"])).toBe("TWO_FACTOR_CODE_REQUIRED");
  expect(await enter(["Dev"], "ann@example.com", appCode())).toBe(ann.id);
});
