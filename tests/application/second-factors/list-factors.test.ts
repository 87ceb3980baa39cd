import { listFactors } from "../../../src/application/second-factors/list-factors";
import { realmWithFactors } from "../../support/application/second-factors";

test("users list their own factors without secrets, and how many recovery codes are left", async () => {
  const { ann, ben, setUpApp } = await realmWithFactors();
  await setUpApp(ben);
  expect(await ann.does(listFactors)).toEqual({ factors: [], recoveryCodesLeft: 0 });
  const { factors, recoveryCodesLeft } = await ben.does(listFactors);
  expect(recoveryCodesLeft).toBe(10);
  expect(factors.map((factor) => Object.keys(factor).sort())).toEqual([
    ["createdAt", "id", "kind", "lastUsedAt", "name"],
  ]);
});
