import { resetFactorsByAddress } from "../../../src/application/second-factors/reset-factors-by-address";
import { realmWithFactors } from "../../support/application/second-factors";

test("the operator resets a user's factors by their address, and nobody else's", async () => {
  const { ann, services, realmId, setUpApp, factors, user } = await realmWithFactors();
  await setUpApp(ann);
  const reset = async (email: string) => (await resetFactorsByAddress(services)(realmId, email)())._tag;
  expect([await reset("bot@example.com"), await reset("nobody@example.com")]).toEqual(["Left", "Left"]);
  expect(await factors(ann)).toHaveLength(1);
  expect(await reset("ANN@example.com")).toBe("Right");
  expect([await factors(ann), (await user(ann)).secondFactors]).toEqual([[], 0]);
});
