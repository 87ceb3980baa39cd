import type { Bytes } from "./file-store";

/** Computes a checksum of streamed content. */
export interface Checksum {
  begin(): {
    /** Passes the content through unchanged, and reads it into the sum. */
    over(content: Bytes): Bytes;
    /** The checksum of what has been read. */
    sum(): string;
  };
}
