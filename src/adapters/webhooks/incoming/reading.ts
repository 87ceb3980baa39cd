import { type Either, isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import type {
  WebhookDelivery,
  WebhookNotice,
  WebhookOption,
  WebhookProblem,
} from "../../../application/ports/incoming-webhook";

type Translated = Either<WebhookProblem, readonly WebhookNotice[]>;

export const anomalous: WebhookProblem = { kind: "anomalous" };
export const nothing: Translated = right([]);
export const unsupported = (event: string): Translated => left({ kind: "unsupported", event });

/** Puts a payload of a shape into words; another shape isn't the program's. */
export const telling =
  <A>(
    shape: t.Type<A, unknown, unknown>,
    tell: (payload: A, delivery: WebhookDelivery) => Omit<WebhookNotice, "event"> | undefined,
  ) =>
  (event: string, delivery: WebhookDelivery): Translated => {
    const decoded = shape.decode(delivery.payload);
    if (isLeft(decoded)) return left(anomalous);
    const notice = tell(decoded.right, delivery);
    return right(notice === undefined ? [] : [{ ...notice, event }]);
  };

export type Teller = ReturnType<typeof telling>;

/** Which event it is, by the header that the program names it in. */
export const eventIn = ({ header }: WebhookDelivery, name: string): Either<WebhookProblem, string> => {
  const event = header(name);
  return event === undefined ? left({ kind: "no_event_header", header: name }) : right(event);
};

/** The choice of branches whose pushes are reported. */
export const branches: WebhookOption = {
  key: "branches",
  label: "Branches, with commas between them",
  input: "text",
};

/** A value that may be missing or null. */
export const maybe = <A>(type: t.Type<A, unknown, unknown>) => t.union([type, t.null, t.undefined]);
