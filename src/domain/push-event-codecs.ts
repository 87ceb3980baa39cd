import * as t from "io-ts";
import { entity, optional, partial, some } from "./codec";
import { eventCodecs } from "./event-family";
import { type ClientDevice, clientDeviceCodec, type PushToken, pushTokenCodec } from "./push-device";
import type { PushEvent, SealedRegistration } from "./push-event";

const { id: _id, addedAt: _addedAt, ...changing } = clientDeviceCodec.fields;

const tokenNamed = {
  userId: t.number,
  token: entity<Pick<PushToken, "service" | "token">>(some(pushTokenCodec.fields, "service", "token")),
};

/** Codecs of events about the devices that people get notifications on. */
export const pushEventCodecs = eventCodecs<PushEvent>({
  client_device_added: {
    userId: t.number,
    device: clientDeviceCodec,
  },
  client_device_changed: {
    userId: t.number,
    deviceId: t.number,
    change: entity<Partial<Omit<ClientDevice, "id" | "addedAt">>>(partial(changing)),
    forRelay: optional(entity<SealedRegistration>({ publicKey: t.string, registration: t.string })),
  },
  client_device_removed: {
    userId: t.number,
    deviceId: t.number,
  },
  push_token_added: { userId: t.number, token: pushTokenCodec },
  push_token_introduced: tokenNamed,
  push_token_removed: tokenNamed,
});
