import {
  type Measured,
  type PrometheusMetrics,
  type PrometheusText,
  sumOf,
} from "../../adapters/metrics/prometheus-metrics";
import { type SummedProcess, SummedProcesses } from "../../adapters/metrics/summed-processes";
import { PendingRequests } from "../../adapters/wakeup/pending-requests";

/** How long a worker may take to report its metrics, in milliseconds. */
const measuredWithin = 2000;

/** Asks a worker for its metrics; rejects if the question couldn't be sent. */
type Ask = (request: number) => Promise<unknown>;

interface MeasuredWorker {
  /** Takes an answer, even a late one. */
  answered(request: number, measured: Measured): void;
  leave(): void;
}

/** The metrics of the primary process and its workers as one. */
export class WorkerMetrics implements PrometheusText {
  private readonly pending = new PendingRequests<Measured>(measuredWithin);
  private readonly summed = new SummedProcesses();
  private readonly asks = new Map<SummedProcess, Ask>();

  /** `own` are those of the primary process. */
  constructor(private readonly own: Pick<PrometheusMetrics, "contentType" | "measured">) {}

  get contentType(): string {
    return this.own.contentType;
  }

  add(ask: Ask): MeasuredWorker {
    const process = this.summed.join();
    this.asks.set(process, ask);
    return {
      answered: (request, measured) => {
        process.reports(measured);
        this.pending.answered(request, measured);
      },
      leave: () => {
        this.asks.delete(process);
        process.leave();
      },
    };
  }

  async text(): Promise<string> {
    const silent = new Set<SummedProcess>();
    const asking = [...this.asks].map(async ([process, ask]) => {
      if ((await this.pending.ask(ask)) === undefined) silent.add(process);
    });
    const own = await this.own.measured();
    await Promise.all(asking);
    return sumOf([own, ...this.summed.measured((process) => silent.has(process))]);
  }
}
