import { awaitSecondFactor } from "../../../src/application/second-factors/await-second-factor";
import { realmWithFactors } from "../../support/application/second-factors";

const realm = async () => {
  const found = await realmWithFactors();
  const wait = async (userId: number) => {
    const outcome = await awaitSecondFactor(found.services)(found.realmId, userId)();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right;
  };
  return { ...found, wait };
};

test("a login waits for the factors that its user has, and only then", async () => {
  const { ann, ben, wait, setUpApp, setUpPasskey } = await realm();
  expect(await wait(ann.id)).toBeUndefined();
  await setUpApp(ann);
  expect(await wait(ann.id)).toMatchObject({ hasApp: true, passkeyOptions: undefined });
  await setUpPasskey(ben);
  expect(await wait(ben.id)).toMatchObject({ hasApp: false, passkeyOptions: expect.any(String) });
});

test("unknown and deactivated users don't get that far", async () => {
  const { ann, wait, append, setUpApp } = await realm();
  await setUpApp(ann);
  await append({ type: "user_deactivated", userId: ann.id, firstMessageId: 1 });
  expect([await wait(999), await wait(ann.id)]).toEqual(["AUTHENTICATION_FAILED", "USER_DEACTIVATED"]);
});
