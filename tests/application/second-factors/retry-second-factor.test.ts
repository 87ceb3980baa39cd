import { awaitSecondFactor } from "../../../src/application/second-factors/await-second-factor";
import { retrySecondFactor } from "../../../src/application/second-factors/retry-second-factor";
import { realmWithFactors } from "../../support/application/second-factors";

test("retrying creates a new challenge and keeps the original expiry", async () => {
  const { ann, services, realmId, clock, setUpPasskey } = await realmWithFactors();
  await setUpPasskey(ann);
  const begun = await awaitSecondFactor(services)(realmId, ann.id)();
  if (begun._tag === "Left" || begun.right === undefined) throw new Error("The login waits for nothing");
  const first = begun.right;
  const retry = (token: string) => retrySecondFactor(services)(realmId, token)();
  clock.advance(599_999);
  const again = await retry(first.token);
  if (again._tag === "Left") throw new Error(again.left.message);
  expect(again.right.passkeyOptions).not.toBe(first.passkeyOptions);
  clock.advance(1);
  expect(await retry(again.right.token)).toMatchObject({ left: { problem: "expired" } });
  expect(await retry("guess")).toMatchObject({ left: { problem: "unknown" } });
});
