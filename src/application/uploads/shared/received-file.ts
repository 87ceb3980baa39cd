/** A file in the store that belongs to nobody yet. */
export interface ReceivedFile {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Its first bytes. */
  readonly head: Uint8Array;
}
