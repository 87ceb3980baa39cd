import { checkKey, checkPrefix } from "../../../src/adapters/storage/key";
import type { FileStore } from "../../../src/application/ports/files/file-store";

/** Files in memory, for tests of use cases without I/O. */
export const memoryFileStore = (now: () => number = Date.now): FileStore => {
  const files = new Map<string, { readonly content: Buffer; readonly storedAt: number }>();

  async function* piecesOf(content: Buffer): AsyncGenerator<Uint8Array> {
    yield content;
  }

  const store: FileStore = {
    put: async (key, content) => {
      checkKey(key);
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      const whole = Buffer.concat(pieces);
      files.set(key, { content: whole, storedAt: now() });
      return whole.length;
    },
    open: async (key, range) => {
      const file = files.get(checkKey(key));
      return file && piecesOf(range ? file.content.subarray(range.first, range.last + 1) : file.content);
    },
    stat: async (key) => {
      const file = files.get(checkKey(key));
      return file && { key, size: file.content.length, storedAt: file.storedAt };
    },
    remove: async (key) => {
      files.delete(checkKey(key));
    },
    list: async function* (prefix) {
      checkPrefix(prefix);
      for (const [key, { content, storedAt }] of [...files])
        if (key.startsWith(prefix)) yield { key, size: content.length, storedAt };
    },
  };
  return store;
};
