import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { removePushToken } from "../../../src/application/push/remove-push-token";
import { android, apple, pushRealm } from "../../support/application/push-realm";

test("only an address's user can remove it; Apple's addresses ignore case", async () => {
  const { ben, cleo, eventsOf } = await pushRealm();
  await ben.does(addPushToken, android("a"));
  await ben.does(addPushToken, apple);
  expect(await cleo.isRefused(removePushToken, android("a"))).toBe("Token does not exist");
  expect(await ben.isRefused(removePushToken, { service: "fcm", token: "" })).toBe(
    "Empty or invalid length token",
  );
  const remove = () => ben.does(removePushToken, { service: "apns", token: "c0ffee" });
  expect(await eventsOf(remove)).toEqual([
    { type: "push_token_removed", userId: ben.id, token: { service: "apns", token: "C0FFEE" } },
  ]);
  expect((await ben.does(listPushDevices)).tokens).toMatchObject([android("a")]);
});
