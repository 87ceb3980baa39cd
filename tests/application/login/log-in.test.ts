import { logIn } from "../../../src/application/login/log-in";
import { plainCodes } from "../../support/application/factor-fakes";
import { throttleWith } from "../../support/application/fakes";
import { appCode, giveApp, setPassword, visitorFrom } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const password = "seven blue elephants";
const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member" } });
  const { ann, services, realmId } = found;
  await setPassword(found, ann, password);
  const throttle = throttleWith({ second_factor: 3 });
  /** The key, or why there is none. */
  const enter = async (given = password, code?: string) => {
    const proofs = { email: "ann@example.com", password: given, code };
    const outcome = await logIn({ ...services, oneTimeCodes: plainCodes(), throttle })(
      visitorFrom(realmId),
      proofs,
    )();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right.apiKey;
  };
  return { ...found, enter, key: services.apiKeys.keyOf(realmId, ann.id, 1) };
};

test("address and password give the user's key", async () => {
  const { enter, key } = await realm();
  expect(await enter()).toBe(key);
  expect(await enter("wrong")).toBe("AUTHENTICATION_FAILED");
});

test("a user with two factors also needs a code, which works once", async () => {
  const { ann, enter, key, ...found } = await realm();
  await giveApp(found, ann);
  expect(await enter()).toBe("TWO_FACTOR_CODE_REQUIRED");
  expect(await enter("wrong", appCode())).toBe("AUTHENTICATION_FAILED");
  expect(await enter(password, "123456")).toBe("TWO_FACTOR_CODE_WRONG");
  expect(await enter(password, appCode().replace(/(..)(..)/, "$1 $2-"))).toBe(key);
  expect(await enter(password, appCode())).toBe("TWO_FACTOR_CODE_WRONG");
  expect(await enter(password, appCode(1))).toBe(key);
});

test("guesses at codes are limited", async () => {
  const { ann, enter, ...found } = await realm();
  await giveApp(found, ann);
  for (let guess = 0; guess < 3; guess += 1) await enter(password, "123456");
  expect(await enter(password, appCode())).toBe("RATE_LIMIT_HIT");
});
