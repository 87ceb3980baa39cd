import type { Bytes } from "../ports/file-store";
import { headBytes } from "../ports/file-types";

/** Content on its way into the store, and what is seen of it there. */
export class Intake {
  /** Bytes that have come. */
  size = 0;
  /** Why it ended before its end. */
  problem: "too large" | "cut off" | undefined;
  private readonly pieces: Uint8Array[] = [];
  private kept = 0;

  constructor(
    private readonly content: Bytes,
    private readonly mostBytes: number,
  ) {}

  /** The first bytes, which tell what it is. */
  get head(): Uint8Array {
    return joined(this.pieces);
  }

  /** Lets the content through; fails where it grows beyond its limit, or breaks off. */
  async *read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.content) {
        this.size += piece.length;
        if (this.size > this.mostBytes) {
          this.problem = "too large";
          throw new Error("The content is larger than it may be");
        }
        this.keepHead(piece);
        yield piece;
      }
    } catch (error) {
      this.problem ??= "cut off";
      throw error;
    }
  }

  /** The same for content that may break off: what came until then counts. */
  async *readUntilCut(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.read();
    } catch (error) {
      if (this.problem !== "cut off") throw error;
    }
  }

  private keepHead(piece: Uint8Array): void {
    if (this.kept >= headBytes) return;
    const part = piece.slice(0, headBytes - this.kept);
    this.pieces.push(part);
    this.kept += part.length;
  }
}

/** One piece of many. */
const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/** All of a file that is known to be small. */
export const wholeOf = async (content: Bytes): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return joined(pieces);
};
