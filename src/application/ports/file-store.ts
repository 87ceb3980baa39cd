/** Bytes as they come: never more of them in memory than a piece. */
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
 * Keeps files under keys: names of letters, digits and `. - _`, joined by `/`. A file is there whole or not at
 * all. Rejects where the store doesn't work, and for keys of another form.
 */
export interface FileStore {
  /** Keeps the content, in the place of what was there; tells its size. Where the content fails, nothing is kept. */
  put(key: string, content: Bytes): Promise<number>;
  /** The content, or part of it, for a reader that reads all of it or stops; undefined where there is none. */
  open(key: string, range?: ByteRange): Promise<Bytes | undefined>;
  facts(key: string): Promise<StoredFile | undefined>;
  /** Removes the file, if there is one. */
  remove(key: string): Promise<void>;
  /** Every file whose key begins with the prefix, which ends with `/` or is empty. */
  list(prefix: string): AsyncIterable<StoredFile>;
}
