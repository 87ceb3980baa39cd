import type { Readers } from "../transaction";

type Reading = (...args: never[]) => Promise<unknown>;

/** A guarded reader that makes each method at its first use, because a batch uses only a few. */
interface Guarded {
  readonly before: () => Promise<void>;
}

const prototypes = new WeakMap<object, object>();

const prototypeOf = (reader: object): object => {
  const known = prototypes.get(reader);
  if (known) return known;
  // Reader ports have only asynchronous methods.
  const methods = reader as Readonly<Record<string, Reading>>;
  const made = {};
  for (const name of Object.keys(reader))
    Object.defineProperty(made, name, {
      get(this: Guarded) {
        const { before } = this;
        const read = methods[name] as Reading;
        const value: Reading = async (...args) => {
          await before();
          return read(...args);
        };
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  prototypes.set(reader, made);
  return made;
};

/** A reader that awaits `before` at each call. */
const guarded = <Reader extends object>(reader: Reader, before: () => Promise<void>): Reader =>
  Object.create(prototypeOf(reader), { before: { value: before } });

/** Readers that await `before(name)` ahead of each read. */
export const guardedReaders = (
  readers: Readers,
  before: (reader: keyof Readers) => Promise<void>,
): Readers => ({
  messages: guarded(readers.messages, () => before("messages")),
  readStates: guarded(readers.readStates, () => before("readStates")),
  directConversations: guarded(readers.directConversations, () => before("directConversations")),
  userData: guarded(readers.userData, () => before("userData")),
  attachments: guarded(readers.attachments, () => before("attachments")),
  credentials: guarded(readers.credentials, () => before("credentials")),
});
