/** Determines content types, without parameters. */
export interface FileTypes {
  /** From a file's first bytes; undefined for text and for unknown types. */
  sniff(head: Uint8Array): Promise<string | undefined>;
  /** From the extension of a name. */
  ofName(name: string): string | undefined;
}

/** How many bytes of a file's beginning determine its type. */
export const headBytes = 4100;
