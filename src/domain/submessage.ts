import * as t from "io-ts";
import { entity } from "./codec";

/** What is attached to a message after it: the beginning of a poll, a vote, a task. API §4.21. */
export interface Submessage {
  readonly id: number;
  readonly senderId: number;
  /** `widget` for all that clients know. */
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

export const submessageCodec = entity<Submessage>({
  id: t.number,
  senderId: t.number,
  kind: t.string,
  content: t.string,
});

/** Of one of them, in code points. */
export const submessageLimits = { kindLength: 100, contentLength: 10_000 } as const;

interface Amount {
  readonly count: number;
  /** In UTF-16 units of kinds and contents. */
  readonly length: number;
}

/** What one message holds: ten thousand people can vote, and nobody fills it for the others. */
export const attachedLimits: Readonly<Record<"bySender" | "inAll", Amount>> = {
  bySender: { count: 1000, length: 100_000 },
  inAll: { count: 10_000, length: 600_000 },
};

type Attached = Omit<Submessage, "id">;

const fits = (attached: readonly Attached[], most: Amount): boolean =>
  attached.length <= most.count &&
  attached.reduce((sum, { kind, content }) => sum + kind.length + content.length, 0) <= most.length;

/** Whether a message that has some can't hold another one: its sender has added enough, or all together have. */
export const attachedRefusal = (there: readonly Attached[], wanted: Attached): string | undefined => {
  const own = there.filter(({ senderId }) => senderId === wanted.senderId);
  if (!fits([...own, wanted], attachedLimits.bySender)) return "You have attached too much to this message.";
  return fits([...there, wanted], attachedLimits.inAll) ? undefined : "Too much is attached to this message.";
};
