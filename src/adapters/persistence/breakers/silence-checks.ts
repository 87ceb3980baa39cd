/** Asks short questions of storage that may be silent. Those that wonder about the same node at a time share one. */
export class SilenceChecks {
  private readonly running = new Map<number | string, Promise<boolean>>();

  constructor(private readonly answers: (realmId: number) => Promise<boolean>) {}

  /** Whether the storage of a realm, or the node that holds it, doesn't answer. */
  isSilent(realmId: number, node: string | undefined): Promise<boolean> {
    const key = node ?? realmId;
    const running =
      this.running.get(key) ??
      this.answers(realmId)
        .then((isAnswered) => !isAnswered)
        .finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
