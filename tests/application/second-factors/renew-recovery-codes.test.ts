import { awaitSecondFactor } from "../../../src/application/second-factors/await-second-factor";
import { proveSecondFactor } from "../../../src/application/second-factors/prove-second-factor";
import { renewRecoveryCodes } from "../../../src/application/second-factors/renew-recovery-codes";
import { byPassword, realmWithFactors } from "../../support/application/second-factors";

test("renewing recovery codes requires the password, replaces the old ones and sends a mail", async () => {
  const { ann, services, realmId, setUpApp, codesLeft, news } = await realmWithFactors();
  const before = await setUpApp(ann);
  expect(await ann.isRefused(renewRecoveryCodes, { ...byPassword, password: "wrong" })).toBe(
    "Wrong password!",
  );
  const codes = await ann.does(renewRecoveryCodes, byPassword);
  expect([codes.length, await codesLeft(ann)]).toEqual([10, 10]);
  const half = await awaitSecondFactor(services)(realmId, ann.id)();
  const token = half._tag === "Right" ? (half.right?.token ?? "") : "";
  const prove = async (code = "") => (await proveSecondFactor(services)(realmId, token, { code })())._tag;
  expect([await prove(before[0]), await prove(codes[0])]).toEqual(["Left", "Right"]);
  expect((await news())[1]).toEqual({ to: "ann@example.com", what: "new_codes" });
});

test("users without a second factor have no recovery codes", async () => {
  const { ann, codesLeft } = await realmWithFactors();
  expect(await ann.isRefused(renewRecoveryCodes, byPassword)).toBe("You have no second factor.");
  expect(await codesLeft(ann)).toBe(0);
});
