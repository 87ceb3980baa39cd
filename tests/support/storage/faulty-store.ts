import type { Bytes, FileStore } from "../../../src/application/ports/files/file-store";

export type Fault =
  | "none"
  /** Refuses at once. */
  | "put fails"
  /** Accepts some of the content, and then fails. */
  | "put fails half-way"
  /** Accepts less than it claims. */
  | "put truncates"
  /** Accepts no content until it is told to. */
  | "put waits"
  | "open fails"
  /** Fails after the first bytes. */
  | "open breaks off"
  | "stat fails"
  | "remove fails";

async function* firstOf(content: Bytes, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of content) {
    yield piece.subarray(0, left);
    left -= Math.min(left, piece.length);
  }
}

async function* failing(content: Bytes, bytes: number): AsyncGenerator<Uint8Array> {
  yield* firstOf(content, bytes);
  throw new Error("the store broke off");
}

interface FaultyStore extends FileStore {
  fault: Fault;
  /** Ends the wait of the last "put waits"; undefined before there is one. */
  goOn: (() => void) | undefined;
}

/** A store that fails in a chosen way. */
export const faultyStore = (store: FileStore): FaultyStore => {
  const failed = (what: string) => Promise.reject(new Error(`the store doesn't ${what}`));
  const faulty: FaultyStore = {
    ...store,
    fault: "none",
    goOn: undefined,
    put: async (key, content) => {
      switch (faulty.fault) {
        case "put fails":
          return failed("put");
        case "put fails half-way":
          return store.put(key, failing(content, 3));
        case "put truncates": {
          let size = 0;
          async function* counted(): AsyncGenerator<Uint8Array> {
            for await (const piece of content) {
              size += piece.length;
              yield piece;
            }
          }
          await store.put(key, firstOf(counted(), 3));
          return size;
        }
        case "put waits":
          await new Promise<void>((resolve) => {
            faulty.goOn = resolve;
          });
          return store.put(key, content);
        default:
          return store.put(key, content);
      }
    },
    open: async (key, range) => {
      if (faulty.fault === "open fails") return failed("open");
      const content = await store.open(key, range);
      return content && faulty.fault === "open breaks off" ? failing(content, 3) : content;
    },
    stat: (key) => (faulty.fault === "stat fails" ? failed("stat") : store.stat(key)),
    remove: (key) => (faulty.fault === "remove fails" ? failed("remove") : store.remove(key)),
  };
  return faulty;
};
