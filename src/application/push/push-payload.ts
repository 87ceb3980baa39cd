import * as t from "io-ts";
import { nullable, oneOf } from "../../domain/codec";
import type { NewJob } from "../../domain/job";
import { pushTriggers } from "../../domain/notification-policy";
import { pushServices } from "../../domain/push-device";
import type { PushJob } from "../../domain/push-job";

const waiting = t.partial({ waiting: t.readonlyArray(t.string) });
const service = oneOf(...pushServices);

/** What is done for one user's devices, as a job has it. */
export const pushPayload: t.Type<PushJob, unknown, unknown> = t.union([
  t.intersection([
    t.type({
      kind: t.literal("message"),
      userId: t.number,
      messageId: t.number,
      trigger: oneOf(...pushTriggers),
      onlyIfAway: t.boolean,
    }),
    waiting,
  ]),
  t.intersection([
    t.type({ kind: t.literal("removal"), userId: t.number, messageIds: t.readonlyArray(t.number) }),
    waiting,
  ]),
  t.type({
    kind: t.literal("registration"),
    userId: t.number,
    deviceId: t.number,
    tokenId: t.string,
    service: oneOf("apns", "fcm"),
    forRelay: t.type({ publicKey: t.string, registration: t.string }),
    askedAt: t.number,
  }),
  t.type({
    kind: t.literal("introduction"),
    userId: t.number,
    token: t.type({ service, token: t.string, appId: nullable(t.string) }),
  }),
  t.type({ kind: t.literal("withdrawal"), userId: t.number, token: t.type({ service, token: t.string }) }),
]);

/** Has something done for one user's devices, at a time in Unix milliseconds. One user's jobs keep their order. */
export const pushJob = (payload: PushJob, dueAt: number): NewJob => ({
  kind: "send_push",
  lane: `${payload.userId}`,
  payload,
  dueAt,
});
