import { awaitSecondFactor } from "../../../src/application/second-factors/await-second-factor";
import { retrySecondFactor } from "../../../src/application/second-factors/retry-second-factor";
import { setPassword } from "../../support/application/logins";
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

test("a retry isn't bound to a password that is set meanwhile: it proved the previous one", async () => {
  const { ann, services, realmId, setUpPasskey, ...found } = await realmWithFactors();
  await setUpPasskey(ann);
  const begun = await awaitSecondFactor(services)(realmId, ann.id)();
  if (begun._tag === "Left" || begun.right === undefined) throw new Error("The login waits for nothing");
  const { credentials } = services;
  const again = await retrySecondFactor({
    ...services,
    credentials: {
      ...credentials,
      passwordHash: (...who) => credentials.passwordHash(...who),
      secondFactors: async (...who) => {
        await setPassword({ services, ...found }, ann, "another");
        return credentials.secondFactors(...who);
      },
    },
  })(realmId, begun.right.token)();
  if (again._tag === "Left") throw new Error(again.left.message);
  expect(await retrySecondFactor(services)(realmId, again.right.token)()).toMatchObject({
    left: { problem: "revoked" },
  });
});
