interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
}

interface Line {
  asking: number;
  waiting: Waiting[];
}

/**
 * Limits the calls of one pool that ask the same node at a time, so that a node that doesn't answer leaves connections to the others. Calls
 * beyond the limit wait here: in the pool's own queue, others' calls would wait behind them. Where there is only one node, nothing waits.
 */
export class NodeQueues {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly most: number) {}

  /** Waits until a node may be asked. Returns what ends the call. */
  async enter(node: string): Promise<() => void> {
    const line = this.lineOf(node);
    if (line.asking < this.most || this.lines.size === 1) line.asking += 1;
    else await new Promise<void>((admit, refuse) => line.waiting.push({ admit, refuse }));
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
    for (const { refuse } of this.lineOf(node).waiting.splice(0)) refuse(error);
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
    line.asking += 1;
    next.admit();
  }
}
