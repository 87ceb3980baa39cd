import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addClientDevice } from "../../../../application/push/add-client-device";
import { addPushToken } from "../../../../application/push/add-push-token";
import { fetchWebPushKey } from "../../../../application/push/fetch-web-push-key";
import { listPushDevices } from "../../../../application/push/list-push-devices";
import { registerDevice } from "../../../../application/push/register-device";
import { removeClientDevice } from "../../../../application/push/remove-client-device";
import { removePushToken } from "../../../../application/push/remove-push-token";
import { sendEncryptedTestPush } from "../../../../application/push/send-encrypted-test-push";
import { sendTestPush } from "../../../../application/push/send-test-push";
import { deviceId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { appId, pushKey, tokenId, uint32 } from "../../../zulip-wire/codecs/push-device";
import { oneOf, text } from "../../../zulip-wire/codecs/wire-type";
import { encodePushDevices } from "../../../zulip-wire/encode/device";
import { done, endpoint } from "../../declaration/endpoint";

const addClientDeviceEndpoint = endpoint({
  method: "post",
  at: "/register_client_device",
  caller: "user",
  forPeopleOnly: true,
  summary: "Add a device that the caller is logged in on",
  path: {},
  params: {},
  response: { device_id: { type: "integer" } },
  use: addClientDevice,
  run: (addClientDevice, { caller }) =>
    pipe(
      addClientDevice(caller),
      TE.map((id) => ({ device_id: id })),
    ),
});

const removeClientDeviceEndpoint = endpoint({
  method: "post",
  at: "/remove_client_device",
  caller: "user",
  summary: "Remove one of the caller's devices",
  path: {},
  params: { device_id: required(deviceId) },
  response: {},
  use: removeClientDevice,
  run: (removeClientDevice, { caller }, { device_id }) => done(removeClientDevice(caller, device_id)),
});

const registerDeviceEndpoint = endpoint({
  method: "post",
  at: "/mobile_push/register",
  caller: "user",
  cost: "outgoing",
  forPeopleOnly: true,
  summary: "Register a device for notifications that only it can decrypt",
  path: {},
  params: {
    device_id: required(deviceId),
    token_kind: optional(oneOf("apns", "fcm")),
    push_key: optional(pushKey),
    push_key_id: optional(uint32),
    bouncer_public_key: optional(text),
    encrypted_push_registration: optional(text),
    token_id: optional(tokenId),
  },
  response: {},
  use: registerDevice,
  run: (registerDevice, { caller }, input) => {
    const { push_key: key, push_key_id: keyId, token_id: id, token_kind: service } = input;
    const { bouncer_public_key: publicKey, encrypted_push_registration: registration } = input;
    const hasToken =
      id !== undefined && service !== undefined && publicKey !== undefined && registration !== undefined;
    return done(
      registerDevice(caller, input.device_id, {
        key: key !== undefined && keyId !== undefined ? { id: keyId, key } : undefined,
        token: hasToken ? { id, service, forRelay: { publicKey, registration } } : undefined,
      }),
    );
  },
});

const addApnsTokenEndpoint = endpoint({
  method: "post",
  at: "/users/me/apns_device_token",
  caller: "user",
  forPeopleOnly: true,
  summary: "Register an Apple device for notifications",
  path: {},
  params: { token: required(text), appid: required(appId) },
  response: {},
  use: addPushToken,
  run: (addPushToken, { caller }, { token, appid }) =>
    done(addPushToken(caller, { service: "apns", token, appId: appid, keys: null })),
});

const removeApnsTokenEndpoint = endpoint({
  method: "delete",
  at: "/users/me/apns_device_token",
  caller: "user",
  forPeopleOnly: true,
  summary: "Stop notifications to an Apple device",
  path: {},
  params: { token: required(text) },
  response: {},
  use: removePushToken,
  run: (removePushToken, { caller }, { token }) => done(removePushToken(caller, { service: "apns", token })),
});

const addFcmTokenEndpoint = endpoint({
  method: "post",
  at: "/users/me/android_gcm_reg_id",
  caller: "user",
  forPeopleOnly: true,
  summary: "Register an Android device for notifications",
  path: {},
  params: { token: required(text) },
  response: {},
  use: addPushToken,
  run: (addPushToken, { caller }, { token }) =>
    done(addPushToken(caller, { service: "fcm", token, appId: null, keys: null })),
});

const removeFcmTokenEndpoint = endpoint({
  method: "delete",
  at: "/users/me/android_gcm_reg_id",
  caller: "user",
  forPeopleOnly: true,
  summary: "Stop notifications to an Android device",
  path: {},
  params: { token: required(text) },
  response: {},
  use: removePushToken,
  run: (removePushToken, { caller }, { token }) => done(removePushToken(caller, { service: "fcm", token })),
});

const fetchWebPushKeyEndpoint = endpoint({
  method: "get",
  at: "/users/me/web_push_subscriptions/key",
  caller: "user",
  forPeopleOnly: true,
  summary: "Get the key that a browser or UnifiedPush subscribes with",
  path: {},
  params: {},
  response: { public_key: { type: "string" } },
  use: fetchWebPushKey,
  run: (fetchWebPushKey, { caller }) =>
    pipe(
      fetchWebPushKey(caller),
      TE.map((key) => ({ public_key: key })),
    ),
});

const addWebPushSubscriptionEndpoint = endpoint({
  method: "post",
  at: "/users/me/web_push_subscriptions",
  caller: "user",
  forPeopleOnly: true,
  summary: "Register for notifications by Web Push: in a browser, or by UnifiedPush",
  path: {},
  params: { endpoint: required(text), p256dh: required(text), auth: required(text) },
  response: {},
  use: addPushToken,
  run: (addPushToken, { caller }, { endpoint: token, p256dh, auth }) =>
    done(addPushToken(caller, { service: "web", token, appId: null, keys: { p256dh, auth } })),
});

const removeWebPushSubscriptionEndpoint = endpoint({
  method: "delete",
  at: "/users/me/web_push_subscriptions",
  caller: "user",
  forPeopleOnly: true,
  summary: "Stop notifications by Web Push",
  path: {},
  params: { endpoint: required(text) },
  response: {},
  use: removePushToken,
  run: (removePushToken, { caller }, { endpoint: token }) =>
    done(removePushToken(caller, { service: "web", token })),
});

const listPushDevicesEndpoint = endpoint({
  method: "get",
  at: "/users/me/push_devices",
  caller: "user",
  forPeopleOnly: true,
  summary: "List the caller's devices and browsers that get notifications, or will once they are registered",
  path: {},
  params: {},
  response: { devices: { type: "array", items: { type: "object" } } },
  use: listPushDevices,
  run: (listPushDevices, { caller }) =>
    pipe(
      listPushDevices(caller),
      TE.map((devices) => ({ devices: encodePushDevices(devices) })),
    ),
});

const sendTestPushEndpoint = endpoint({
  method: "post",
  at: "/mobile_push/test_notification",
  section: "4.20",
  caller: "user",
  cost: "outgoing",
  forPeopleOnly: true,
  summary: "Send a test notification to one device, or to all that the caller registered",
  path: {},
  params: { token: optional(text) },
  response: {},
  use: sendTestPush,
  run: (sendTestPush, { caller }, { token }) => done(sendTestPush(caller, token)),
});

const sendEncryptedTestPushEndpoint = endpoint({
  method: "post",
  at: "/mobile_push/e2ee/test_notification",
  section: "4.22",
  caller: "user",
  cost: "outgoing",
  forPeopleOnly: true,
  summary: "Send an encrypted test notification to one device, or to all that the caller registered",
  path: {},
  params: { device_id: optional(deviceId) },
  response: {},
  use: sendEncryptedTestPush,
  run: (sendEncryptedTestPush, { caller }, { device_id }) => done(sendEncryptedTestPush(caller, device_id)),
});

export const pushEndpoints = [
  addClientDeviceEndpoint,
  removeClientDeviceEndpoint,
  registerDeviceEndpoint,
  addApnsTokenEndpoint,
  removeApnsTokenEndpoint,
  addFcmTokenEndpoint,
  removeFcmTokenEndpoint,
  fetchWebPushKeyEndpoint,
  addWebPushSubscriptionEndpoint,
  removeWebPushSubscriptionEndpoint,
  listPushDevicesEndpoint,
  sendTestPushEndpoint,
  sendEncryptedTestPushEndpoint,
];
