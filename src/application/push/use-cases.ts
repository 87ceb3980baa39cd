import type { Workings } from "../workings";
import { addClientDevice, removeClientDevice } from "./client-devices";
import { fetchWebPushKey } from "./fetch-web-push-key";
import { addPushToken, removePushToken } from "./push-tokens";
import { registerDevice } from "./register-device";
import { sendEncryptedTestPush, sendTestPush } from "./send-test-push";

/** Notifications on devices. */
export const pushUseCases = (workings: Workings) => ({
  addClientDevice: addClientDevice(workings),
  addToken: addPushToken(workings),
  fetchWebPushKey: fetchWebPushKey(workings),
  /** Whether notifications have a way to take at all. */
  isConfigured: workings.pushRelay.services.length > 0,
  registerDevice: registerDevice(workings),
  removeClientDevice: removeClientDevice(workings),
  removeToken: removePushToken(workings),
  sendEncryptedTest: sendEncryptedTestPush(workings),
  sendTest: sendTestPush(workings),
});
