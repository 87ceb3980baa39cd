import { fetchWebPushKey } from "../../../src/application/push/fetch-web-push-key";
import { memoryRealm } from "../../support/application/memory-realm";
import { pushRealm } from "../../support/application/push-realm";
import { scriptedRelay } from "../../support/application/scripted-relay";

test("browsers get the server's key, if it has one", async () => {
  const { ben } = await pushRealm();
  expect(await ben.does(fetchWebPushKey)).toBe("the key");
  const pushRelay = { ...scriptedRelay().relay, webPushKey: undefined };
  const without = await memoryRealm({ people: { ben: "member" } }, { pushRelay });
  expect(await without.ben.isRefused(fetchWebPushKey)).toBe(
    "Server is not configured to use push notification service.",
  );
});
