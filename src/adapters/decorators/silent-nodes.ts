import { Silences } from "./silences";

/** Nodes of the database that don't answer. One instance for all pools of a process. */
export class SilentNodes {
  private readonly silences: Silences<string>;
  private readonly answers = new Map<string, number>();
  private readonly listeners: ((node: string, error: unknown) => void)[] = [];

  constructor(now: () => number) {
    this.silences = new Silences(now);
  }

  has(node: string): boolean {
    return this.silences.has(node);
  }

  blocking(node: string): { readonly error: unknown } | undefined {
    return this.silences.blocking(node);
  }

  probe(node: string): (() => void) | undefined {
    return this.silences.probe(node);
  }

  /** How often a node has answered. */
  answersOf(node: string): number {
    return this.answers.get(node) ?? 0;
  }

  answered(node: string): void {
    this.answers.set(node, this.answersOf(node) + 1);
    this.silences.answered(node);
  }

  unanswered(node: string, error: unknown, isProbe: boolean): void {
    const isNews = !this.has(node);
    this.silences.unanswered(node, error, isProbe);
    if (isNews) for (const listen of this.listeners) listen(node, error);
  }

  /** Calls a listener whenever a node falls silent. */
  onSilent(listen: (node: string, error: unknown) => void): void {
    this.listeners.push(listen);
  }
}
