import { keyRealm } from "../../support/application/key-realm";
import { refusalOf, successOf } from "../../support/application/memory-application";

test("a key alone authenticates its user", async () => {
  const { ben, keyOf, enterByKey } = await keyRealm();
  expect(successOf(await enterByKey(` ${keyOf(ben)} `)).id).toBe(ben.id);
  expect(refusalOf(await enterByKey(keyOf(ben, 2)))).toBe("Invalid API key");
});
