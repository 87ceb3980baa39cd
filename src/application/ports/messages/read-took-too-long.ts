/** Thrown by readers: the answer can't be found within the time limit of a read. */
export class ReadTookTooLong extends Error {
  constructor(cause: unknown) {
    super("A read took longer than it may", { cause });
  }
}
