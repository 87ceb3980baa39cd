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

interface Amount {
  readonly count: number;
  /** UTF-16 units of kinds and contents together. */
  readonly length: number;
}

/** Limits per message: ten thousand users can vote, but one user can't use up the space. */
export const attachedLimits: Readonly<Record<"bySender" | "inAll", Amount>> = {
  bySender: { count: 1000, length: 100_000 },
  inAll: { count: 10_000, length: 600_000 },
};

type Attached = Omit<Submessage, "id">;

const fits = (attached: readonly Attached[], limit: Amount): boolean =>
  attached.length <= limit.count &&
  attached.reduce((sum, { kind, content }) => sum + kind.length + content.length, 0) <= limit.length;

/** Whether a message can take another submessage. */
export const checkAttached = (
  existing: readonly Attached[],
  added: Attached,
): E.Either<MessageError, undefined> => {
  const bySender = existing.filter(({ senderId }) => senderId === added.senderId);
  if (!fits([...bySender, added], attachedLimits.bySender)) return E.left(senderAttachedTooMuch);
  return fits([...existing, added], attachedLimits.inAll) ? E.right(undefined) : E.left(tooMuchAttached);
};
