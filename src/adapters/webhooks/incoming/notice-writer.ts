import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type {
  WebhookDelivery,
  WebhookNotice,
  WebhookOption,
  WebhookProblem,
} from "../../../application/ports/bots/incoming-webhook";

type Translated = E.Either<WebhookProblem, readonly WebhookNotice[]>;

const anomalous: WebhookProblem = { kind: "anomalous" };
export const nothing: Translated = E.right([]);
export const unsupported = (event: string): Translated => E.left({ kind: "unsupported", event });

/** The payload, which must have the expected shape. */
export const decodePayload = <A>(
  shape: t.Type<A, unknown, unknown>,
  { payload }: Pick<WebhookDelivery, "payload">,
): E.Either<WebhookProblem, A> =>
  pipe(
    shape.decode(payload),
    E.mapLeft(() => anomalous),
  );

/** Creates a writer that turns payloads of a shape into notices. Other payloads are anomalous. */
export const noticeWriter =
  <A>(
    shape: t.Type<A, unknown, unknown>,
    write: (payload: A, delivery: WebhookDelivery) => Omit<WebhookNotice, "event"> | undefined,
  ) =>
  (event: string, delivery: WebhookDelivery): Translated =>
    pipe(
      decodePayload(shape, delivery),
      E.map((payload) => {
        const notice = write(payload, delivery);
        return notice === undefined ? [] : [{ ...notice, event }];
      }),
    );

export type NoticeWriter = ReturnType<typeof noticeWriter>;

/** The event name, from the header in which the service sends it. */
export const eventIn = ({ header }: WebhookDelivery, name: string): E.Either<WebhookProblem, string> =>
  pipe(header(name), E.fromNullable<WebhookProblem>({ kind: "no_event_header", header: name }));

/** The option that limits pushes to certain branches. */
export const branches: WebhookOption = {
  key: "branches",
  label: "Branches, with commas between them",
  input: "text",
};

/** A value that may be missing or null. */
export const maybe = <A>(type: t.Type<A, unknown, unknown>) => t.union([type, t.null, t.undefined]);
