import type { PushDelivery, PushRelay } from "../../../application/ports/push-relay";
import { pushServices } from "../../../domain/push-device";
import { eachTarget, serviceOf } from "../each-target";
import { ownRegistration } from "../own-registration";
import { plainNotification } from "../words/plain";

/** A notification that went nowhere. */
export interface RecordedPush {
  readonly userId: number;
  /** Which of the user's devices it was for. */
  readonly device: string;
  readonly service: string;
  readonly notification: Readonly<Record<string, unknown>>;
}

interface RecordingOptions {
  readonly record: (push: RecordedPush) => void;
  readonly registrationKey: Uint8Array | undefined;
  readonly webPushKey: string | undefined;
}

/** For development: tells what would have been sent, and sends nothing. */
export const recordingRelay = ({ record, registrationKey, webPushKey }: RecordingOptions): PushRelay => {
  const deliver = (delivery: PushDelivery) => {
    const { realm, user } = delivery;
    const notification = plainNotification(realm, user, delivery.notification);
    return eachTarget(delivery, async (target) => {
      record({ userId: user.id, device: target.key, service: serviceOf(target), notification });
      return { outcome: "sent" };
    });
  };
  return {
    services: pushServices,
    ...ownRegistration(registrationKey),
    webPushKey,
    deliver,
    close: async () => {},
  };
};
