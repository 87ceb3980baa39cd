/** Knows content types, without parameters. */
export interface FileTypes {
  /** By the bytes at a file's beginning; undefined for text and for what isn't known. */
  sniff(head: Uint8Array): Promise<string | undefined>;
  /** By the ending of a name. */
  ofName(name: string): string | undefined;
}

/** How many bytes of a file's beginning tell its type. */
export const headBytes = 4100;
