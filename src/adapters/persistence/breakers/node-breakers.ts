import { CircuitBreakers } from "./circuit-breakers";

/** The circuit breaker of each node of the database. One instance for all pools of a process. */
export class NodeBreakers {
  private readonly breakers: CircuitBreakers<string>;
  private readonly answers = new Map<string, number>();
  private readonly listeners: ((node: string, error: unknown) => void)[] = [];

  constructor(now: () => number) {
    this.breakers = new CircuitBreakers(now);
  }

  isOpen(node: string): boolean {
    return this.breakers.isOpen(node);
  }

  refusing(node: string): { readonly error: unknown } | undefined {
    return this.breakers.refusing(node);
  }

  probe(node: string): (() => void) | undefined {
    return this.breakers.probe(node);
  }

  /** How often a node has answered. */
  answersOf(node: string): number {
    return this.answers.get(node) ?? 0;
  }

  answered(node: string): void {
    this.answers.set(node, this.answersOf(node) + 1);
    this.breakers.answered(node);
  }

  unanswered(node: string, error: unknown, isProbe: boolean): void {
    const isNews = !this.isOpen(node);
    this.breakers.unanswered(node, error, isProbe);
    if (isNews) for (const listen of this.listeners) listen(node, error);
  }

  /** Calls a listener whenever a node's breaker opens. */
  onOpen(listen: (node: string, error: unknown) => void): void {
    this.listeners.push(listen);
  }
}
