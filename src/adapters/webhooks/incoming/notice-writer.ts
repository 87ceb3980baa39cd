import { type Either, isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import type {
  WebhookDelivery,
  WebhookNotice,
  WebhookOption,
  WebhookProblem,
} from "../../../application/ports/bots/incoming-webhook";

type Translated = Either<WebhookProblem, readonly WebhookNotice[]>;

export const anomalous: WebhookProblem = { kind: "anomalous" };
export const nothing: Translated = right([]);
export const unsupported = (event: string): Translated => left({ kind: "unsupported", event });

/** Creates a writer that turns payloads of a shape into notices. Other payloads are anomalous. */
export const noticeWriter =
  <A>(
    shape: t.Type<A, unknown, unknown>,
    write: (payload: A, delivery: WebhookDelivery) => Omit<WebhookNotice, "event"> | undefined,
  ) =>
  (event: string, delivery: WebhookDelivery): Translated => {
    const decoded = shape.decode(delivery.payload);
    if (isLeft(decoded)) return left(anomalous);
    const notice = write(decoded.right, delivery);
    return right(notice === undefined ? [] : [{ ...notice, event }]);
  };

export type NoticeWriter = ReturnType<typeof noticeWriter>;

/** The event name, from the header in which the service sends it. */
export const eventIn = ({ header }: WebhookDelivery, name: string): Either<WebhookProblem, string> => {
  const event = header(name);
  return event === undefined ? left({ kind: "no_event_header", header: name }) : right(event);
};

/** The option that limits pushes to certain branches. */
export const branches: WebhookOption = {
  key: "branches",
  label: "Branches, with commas between them",
  input: "text",
};

/** A value that may be missing or null. */
export const maybe = <A>(type: t.Type<A, unknown, unknown>) => t.union([type, t.null, t.undefined]);
