/** Streamed bytes: one chunk in memory at a time. */
export type Bytes = AsyncIterable<Uint8Array>;

/** A file in the store. */
export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Unix milliseconds. */
  readonly storedAt: number;
}

/** Part of a file, by its first and last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Stores files under keys: names of letters, digits and `. - _`, joined by `/`. A file appears whole or not
 * at all. Rejects if the store fails, and for keys of another form.
 */
export interface FileStore {
  /**
   * Stores the content, replacing what was there; returns its size. If the content fails, nothing is stored.
   */
  put(key: string, content: Bytes): Promise<number>;
  /**
   * The content, or part of it, for a reader that reads to the end or stops; undefined if there is no such
   * file.
   */
  open(key: string, range?: ByteRange): Promise<Bytes | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes the file, if it exists. */
  remove(key: string): Promise<void>;
  /** Every file whose key starts with the prefix, which ends with `/` or is empty. */
  list(prefix: string): AsyncIterable<StoredFile>;
}
