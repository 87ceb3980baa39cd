/** Milliseconds. The caller has given up by then, or soon will. */
const longestWait = 10_000;

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

interface Line {
  asking: number;
  waiting: Waiting[];
}

/**
 * A bulkhead: limits how many calls of a pool ask the same node at a time, so that a silent node leaves connections for the others. Calls
 * beyond the limit wait here: in the pool's own queue, calls to other nodes would wait behind them. With only one node, nothing waits.
 */
export class NodeBulkhead {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly most: number,
    /** The error of a call that has waited too long. */
    private readonly lateError: (node: string) => unknown,
  ) {}

  /** Waits until a node may be asked. Returns the function that ends the call. */
  async enter(node: string): Promise<() => void> {
    const line = this.lineOf(node);
    if (line.asking < this.most || this.lines.size === 1) line.asking += 1;
    else await this.wait(node, line);
    return () => this.leave(line);
  }

  /** Enters at once, whatever the limit. */
  pass(node: string): () => void {
    const line = this.lineOf(node);
    line.asking += 1;
    return () => this.leave(line);
  }

  /** Refuses the calls that wait for a node. */
  refuse(node: string, error: unknown): void {
    for (const { refuse, timer } of this.lineOf(node).waiting.splice(0)) {
      clearTimeout(timer);
      refuse(error);
    }
  }

  private wait(node: string, line: Line): Promise<void> {
    return new Promise((admit, refuse) => {
      const timer = setTimeout(() => {
        line.waiting = line.waiting.filter((one) => one.timer !== timer);
        refuse(this.lateError(node));
      }, longestWait);
      line.waiting.push({ admit, refuse, timer });
    });
  }

  private lineOf(node: string): Line {
    const line = this.lines.get(node) ?? { asking: 0, waiting: [] };
    this.lines.set(node, line);
    return line;
  }

  private leave(line: Line): void {
    line.asking -= 1;
    if (line.asking >= this.most) return;
    const next = line.waiting.shift();
    if (next === undefined) return;
    clearTimeout(next.timer);
    line.asking += 1;
    next.admit();
  }
}
