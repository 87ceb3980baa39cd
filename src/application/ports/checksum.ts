import type { Bytes } from "./file-store";

/** Tells two contents apart. */
export interface Checksum {
  begin(): {
    /** The content as it is, while its sum is made. */
    over(content: Bytes): Bytes;
    /** Of what has been read. */
    sum(): string;
  };
}
