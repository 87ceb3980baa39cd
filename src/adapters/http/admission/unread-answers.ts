import type { ServerResponse } from "node:http";

interface Unread {
  readonly owner: string;
  readonly bytes: number;
  readonly response: ServerResponse;
}

/** Limits on answer bytes that clients haven't read yet. */
export interface UnreadLimits {
  readonly bytesEach: number;
  readonly bytes: number;
  /** How long an answer may usually stay unread, in milliseconds. */
  readonly longest: number;
}

/** Tracks answers that were written but not yet read by their clients: until then they occupy memory. */
export class UnreadAnswers {
  private readonly all = new Set<Unread>();
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly limits: UnreadLimits) {}

  /** Whether the owner has so much unread that further answers are refused. */
  hasTooMuch(owner: string): boolean {
    return (this.bytesOf.get(owner) ?? 0) > this.limits.bytesEach;
  }

  /**
   * Counts what was written of an answer until its client has read it: all of the answer, or a portion of a continuing
   * one. Cuts off a client that takes too long, in milliseconds.
   */
  add(owner: string, response: ServerResponse, longest = this.limits.longest): void {
    const { writableLength: bytes } = response;
    if (bytes === 0 || response.closed) return;
    const unread: Unread = { owner, bytes, response };
    this.all.add(unread);
    this.count(owner, bytes);
    const late = setTimeout(() => response.destroy(), longest);
    const stopCounting = (): void => {
      clearTimeout(late);
      response.off("drain", stopCounting).off("close", stopCounting);
      this.forget(unread);
    };
    response.on("drain", stopCounting).on("close", stopCounting);
    while (this.bytes > this.limits.bytes) this.cutOff();
  }

  /** Cuts off the oldest answer of the owner with the most unread bytes. */
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
