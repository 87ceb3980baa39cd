import * as t from "io-ts";
import { nullable, oneOf } from "../../../domain/codec/codec";
import { deviceIdCodec, messageIdCodec, userIdCodec } from "../../../domain/ids";
import type { NewJob } from "../../../domain/jobs/job";
import { pushTriggerCodec } from "../../../domain/notifications/notification-policy";
import { pushServices } from "../../../domain/push/push-device";
import type { PushJob } from "../../../domain/push/push-job";

const waiting = t.partial({ waiting: t.readonlyArray(t.string) });
const service = oneOf(...pushServices);

/** Work for one user's devices, as stored in a job. */
export const pushPayload: t.Type<PushJob, unknown, unknown> = t.union([
  t.intersection([
    t.type({
      kind: t.literal("message"),
      userId: userIdCodec,
      messageId: messageIdCodec,
      trigger: pushTriggerCodec,
      onlyIfAway: t.boolean,
    }),
    waiting,
  ]),
  t.intersection([
    t.type({ kind: t.literal("removal"), userId: userIdCodec, messageIds: t.readonlyArray(messageIdCodec) }),
    waiting,
  ]),
  t.type({
    kind: t.literal("registration"),
    userId: userIdCodec,
    deviceId: deviceIdCodec,
    tokenId: t.string,
    service: oneOf("apns", "fcm"),
    forRelay: t.type({ publicKey: t.string, registration: t.string }),
    askedAt: t.number,
  }),
  t.type({
    kind: t.literal("introduction"),
    userId: userIdCodec,
    token: t.type({ service, token: t.string, appId: nullable(t.string) }),
  }),
  t.type({ kind: t.literal("withdrawal"), userId: userIdCodec, token: t.type({ service, token: t.string }) }),
]);

/** A job for one user's devices, due at a time in Unix milliseconds. Jobs of one user run in order. */
export const pushJob = (payload: PushJob, dueAt: number): NewJob => ({
  kind: "send_push",
  lane: `${payload.userId}`,
  payload: pushPayload.encode(payload),
  dueAt,
});
