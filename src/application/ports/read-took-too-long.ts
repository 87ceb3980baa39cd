/** Thrown by readers: what was asked for can't be found in the time that a read may take. */
export class ReadTookTooLong extends Error {
  constructor(cause: unknown) {
    super("A read took longer than it may", { cause });
  }
}
