import type { ServerResponse } from "node:http";

interface Unread {
  readonly owner: string;
  readonly bytes: number;
  readonly response: ServerResponse;
}

/** How much of answers may wait until clients have taken it. */
export interface UnreadLimits {
  readonly bytesEach: number;
  readonly bytes: number;
  /** For how long, in milliseconds. */
  readonly longest: number;
}

/** Answers that were written and that clients have yet to take: until then they are in memory. */
export class UnreadAnswers {
  private readonly all = new Set<Unread>();
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly limits: UnreadLimits) {}

  /** Whether so much of the owner's is unread that they get nothing further. */
  hasTooMuch(owner: string): boolean {
    return (this.bytesOf.get(owner) ?? 0) > this.limits.bytesEach;
  }

  /** Counts an answer until its client has it. One that takes too long is cut off. */
  add(owner: string, response: ServerResponse): void {
    const { writableLength: bytes } = response;
    if (bytes === 0 || response.closed) return;
    const unread: Unread = { owner, bytes, response };
    this.all.add(unread);
    this.count(owner, bytes);
    const late = setTimeout(() => response.destroy(), this.limits.longest);
    response.once("close", () => {
      clearTimeout(late);
      this.forget(unread);
    });
    while (this.bytes > this.limits.bytes) this.cutOff();
  }

  /** Cuts off the oldest answer of who has most. */
  private cutOff(): void {
    const [most] = [...this.bytesOf].reduce((one, other) => (other[1] > one[1] ? other : one));
    for (const unread of this.all)
      if (unread.owner === most) {
        this.forget(unread);
        unread.response.destroy();
        return;
      }
  }

  private forget(unread: Unread): void {
    if (this.all.delete(unread)) this.count(unread.owner, -unread.bytes);
  }

  private count(owner: string, bytes: number): void {
    this.bytes += bytes;
    const left = (this.bytesOf.get(owner) ?? 0) + bytes;
    if (left === 0) this.bytesOf.delete(owner);
    else this.bytesOf.set(owner, left);
  }
}
