import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import { checkLength } from "../check-length";
import { entity } from "../codec/codec";
import { type SubmessageId, submessageIdCodec, type UserId, userIdCodec } from "../ids";
import type { InputError } from "../input-refusals";
import {
  type MessageError,
  senderAttachedTooMuch,
  submessageKindTooLong,
  submessageTooLong,
  tooMuchAttached,
} from "./refusals";

/** Data attached to a message: the start of a poll, a vote, a task. API §4.21. */
export interface Submessage {
  readonly id: SubmessageId;
  readonly senderId: UserId;
  /** `widget` in everything current clients send. */
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

export const submessageCodec = entity<Submessage>({
  id: submessageIdCodec,
  senderId: userIdCodec,
  kind: t.string,
  content: t.string,
});

/** Limits of one submessage, in code points. */
export const submessageLimits = { kindLength: 100, contentLength: 10_000 } as const;

export const checkSubmessageLengths = (kind: string, content: string): E.Either<InputError, string> =>
  pipe(
    checkLength(submessageLimits.kindLength, submessageKindTooLong)(kind),
    E.chain(() => checkLength(submessageLimits.contentLength, submessageTooLong)(content)),
  );

export interface Amount {
  readonly count: number;
  /** Code points of kinds and contents together. */
  readonly length: number;
}

/** Limits per message: ten thousand users can vote, but one user can't use up the space. */
export const attachedLimits: Readonly<Record<"bySender" | "inAll", Amount>> = {
  bySender: { count: 1000, length: 100_000 },
  inAll: { count: 10_000, length: 600_000 },
};

type Attached = Pick<Submessage, "kind" | "content">;

/** What is attached to a message, as far as a user's next submessage depends on it. */
export interface AttachedSoFar {
  /** By the user. */
  readonly bySender: Amount;
  readonly inAll: Amount;
  /** Whether the message's own sender attached something. */
  readonly isByAuthor: boolean;
  /** The content of the oldest submessage of the kind that starts a widget. */
  readonly widgetStart: string | undefined;
}

/** The amount of some submessages. */
export const amountOf = (attached: readonly Attached[]): Amount => ({
  count: attached.length,
  length: attached.reduce((sum, { kind, content }) => sum + [...kind].length + [...content].length, 0),
});

/** Whether a message can take another submessage. */
export const checkAttached = (
  { bySender, inAll }: Pick<AttachedSoFar, "bySender" | "inAll">,
  added: Attached,
): E.Either<MessageError, undefined> => {
  const { count, length } = amountOf([added]);
  const fits = (existing: Amount, limit: Amount): boolean =>
    existing.count + count <= limit.count && existing.length + length <= limit.length;
  if (!fits(bySender, attachedLimits.bySender)) return E.left(senderAttachedTooMuch);
  return fits(inAll, attachedLimits.inAll) ? E.right(undefined) : E.left(tooMuchAttached);
};
