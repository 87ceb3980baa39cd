import { findConfirmationMethod } from "../../../../src/application/login/shared/find-confirmation-method";
import { giveApp, setPassword } from "../../../support/application/logins";
import { memoryRealm } from "../../../support/application/memory-realm";

test("a password confirms first, then a code; users with neither confirm nothing", async () => {
  const { ann, ...found } = await memoryRealm({ people: { ann: "member" } });
  const method = () => findConfirmationMethod(found.services)(ann);
  expect(await method()).toBe("nothing");
  await giveApp(found, ann);
  expect(await method()).toBe("code");
  await setPassword(found, ann, "seven blue elephants");
  expect(await method()).toBe("password");
});
