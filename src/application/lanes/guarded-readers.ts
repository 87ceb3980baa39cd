import type { Readers } from "../transaction";

type Reading = (...args: never[]) => Promise<unknown>;

/** A reader that awaits `before` at each call. */
const guarded = <Reader extends object>(reader: Reader, before: () => Promise<void>): Reader =>
  Object.fromEntries(
    Object.entries(reader).map(([name, read]: [string, Reading]) => [
      name,
      async (...args: never[]) => {
        await before();
        return read(...args);
      },
    ]),
  ) as Reader;

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
