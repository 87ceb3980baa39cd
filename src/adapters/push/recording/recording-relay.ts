import type { PushDelivery, PushRelay } from "../../../application/ports/push/push-relay";
import type { UserId } from "../../../domain/ids";
import { pushServices } from "../../../domain/push/push-device";
import { directRegistration } from "../direct-registration";
import { eachTarget, serviceOf } from "../each-target";
import { plainNotification } from "../payload/plain";

/** A notification that was not sent. */
export interface RecordedPush {
  readonly userId: UserId;
  /** The user's device that it was for. */
  readonly device: string;
  readonly service: string;
  readonly notification: Readonly<Record<string, unknown>>;
}

interface RecordingOptions {
  readonly record: (push: RecordedPush) => void;
  readonly registrationKey: Uint8Array | undefined;
  readonly webPushKey: string | undefined;
}

/** For development: prints notifications instead of sending them. */
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
    ...directRegistration(registrationKey),
    webPushKey,
    deliver,
    close: async () => {},
  };
};
