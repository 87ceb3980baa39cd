import type { Caller, Result } from "../caller";

/** Sends with a key that this process is at, so that a repeat that comes meanwhile waits for the first one. */
export class SendsUnderWay<Sent> {
  private readonly underWay = new Map<string, ReturnType<Result<Sent>>>();

  /** Sends, unless the caller's send under this key is under way: then answers as that one will. */
  once({ realmId, userId }: Caller, key: string, send: Result<Sent>): ReturnType<Result<Sent>> {
    const name = `${realmId} ${userId} ${key}`;
    const first = this.underWay.get(name);
    if (first) return first;
    const sending = send().finally(() => this.underWay.delete(name));
    this.underWay.set(name, sending);
    return sending;
  }
}
