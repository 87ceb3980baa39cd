import type { Readers } from "../transaction";

type Reading = (...args: never[]) => Promise<unknown>;

/** A guarded reader that makes each method when it is first used: a batch uses few of them. */
interface Guarded {
  readonly before: () => Promise<void>;
}

const prototypes = new WeakMap<object, object>();

const prototypeOf = (reader: object): object => {
  const known = prototypes.get(reader);
  if (known) return known;
  // Ports of readers have asynchronous methods alone.
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

/** Readers that call `before` with their name ahead of each read, and await it. */
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
