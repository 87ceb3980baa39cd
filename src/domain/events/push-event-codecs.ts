import * as t from "io-ts";
import { entity, optional, partial, some } from "../codec/codec";
import { deviceIdCodec, userIdCodec } from "../ids";
import type { SealedRegistration } from "../push/push-device";
import { type ClientDevice, clientDeviceCodec, type PushToken, pushTokenCodec } from "../push/push-device";
import { eventCodecs } from "./event-family";
import type { PushEvent } from "./push-event";

const { id: _id, addedAt: _addedAt, ...changing } = clientDeviceCodec.fields;

const tokenNamed = {
  userId: userIdCodec,
  token: entity<Pick<PushToken, "service" | "token">>(some(pushTokenCodec.fields, "service", "token")),
};

/** Codecs of events about devices that get notifications. */
export const pushEventCodecs = eventCodecs<PushEvent>({
  client_device_added: {
    userId: userIdCodec,
    device: clientDeviceCodec,
  },
  client_device_changed: {
    userId: userIdCodec,
    deviceId: deviceIdCodec,
    change: entity<Partial<Omit<ClientDevice, "id" | "addedAt">>>(partial(changing)),
    forRelay: optional(entity<SealedRegistration>({ publicKey: t.string, registration: t.string })),
  },
  client_device_removed: {
    userId: userIdCodec,
    deviceId: deviceIdCodec,
  },
  push_token_added: { userId: userIdCodec, token: pushTokenCodec },
  push_token_introduced: tokenNamed,
  push_token_removed: tokenNamed,
});
