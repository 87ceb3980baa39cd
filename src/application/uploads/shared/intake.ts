import * as E from "fp-ts/Either";
import type { FileError } from "../../../domain/files/refusals";
import type { Bytes } from "../../ports/files/file-store";
import { headBytes } from "../../ports/files/file-types";

/** Content on its way into the store, with what is measured there. */
export class Intake {
  /** Bytes received so far. */
  size = 0;
  /** Why it ended early; a refusal is that of `admit`. */
  problem: "too large" | "cut off" | FileError | undefined;
  private readonly pieces: Uint8Array[] = [];
  private headLength = 0;

  constructor(
    private readonly content: Bytes,
    private readonly mostBytes: number,
    private readonly admit?: (received: number) => Promise<E.Either<FileError, undefined>>,
  ) {}

  /** The first bytes, which determine the type. */
  get head(): Uint8Array {
    return joined(this.pieces);
  }

  /**
   * Passes the content through; fails if it exceeds its limit, isn't admitted or breaks off. A store drops a file only
   * if its content fails, so this one failure is thrown, and `problem` says why.
   */
  async *read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.content) {
        this.size += piece.length;
        const admitted = await this.admit?.(this.size);
        if (admitted && E.isLeft(admitted)) {
          this.problem = admitted.left;
          throw new Error("Rejected the rest of the upload");
        }
        if (this.size > this.mostBytes) {
          this.problem = "too large";
          throw new Error("The content exceeds its limit");
        }
        this.keepHead(piece);
        yield piece;
      }
    } catch (error) {
      this.problem ??= "cut off";
      throw error;
    }
  }

  /** Like the above for content that may be interrupted: keeps what arrived before the interruption. */
  async *readUntilCut(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.read();
    } catch (error) {
      if (this.problem !== "cut off") throw error;
    }
  }

  private keepHead(piece: Uint8Array): void {
    if (this.headLength >= headBytes) return;
    const part = piece.slice(0, headBytes - this.headLength);
    this.pieces.push(part);
    this.headLength += part.length;
  }
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

/** Reads all of a file that is known to be small. */
export const wholeOf = async (content: Bytes): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return joined(pieces);
};
