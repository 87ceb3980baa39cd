/** Between two questions to a worker, in milliseconds. */
const pause = 5000;

/** How many questions in a row a worker may leave unanswered until something is done about it. */
interface Limits {
  readonly logged: number;
  readonly killed: number;
}

/** Ten to fifteen seconds, and 30 to 35. No request keeps a healthy worker from answering for a second. */
const whenBegun: Limits = { logged: 2, killed: 6 };
/** One minute, and five: a worker can't answer while it loads its program, which takes long on a busy machine. */
const whenLoading: Limits = { logged: 12, killed: 60 };

/** A worker, as its watch sees it. */
interface Watched {
  readonly number: number;
  readonly pid: number | undefined;
  /** Asks it to answer. */
  ping(): void;
  kill(): void;
}

interface Watching {
  answered(): void;
  /** The worker has ended. */
  leave(): void;
}

interface State {
  readonly worker: Watched;
  /** Whether it has answered before. */
  hasBegun: boolean;
  isAwaited: boolean;
  missed: number;
}

const silence = ({ worker: { number, pid }, missed }: State, consequence: string): string =>
  `worker ${number} (pid ${pid}) hasn't answered for ${(missed * pause) / 1000} seconds; ${consequence}`;

/**
 * Notices workers that have frozen, and kills them so that they are replaced. Counts unanswered questions, not seconds: after a
 * suspended machine resumes, every worker gets time to answer.
 */
export class WorkerWatch {
  private readonly states = new Set<State>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly log: (line: string) => void) {}

  start(): void {
    this.timer = setInterval(() => this.ask(), pause);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  add(worker: Watched): Watching {
    const state: State = { worker, hasBegun: false, isAwaited: false, missed: 0 };
    this.states.add(state);
    return {
      answered: () => {
        state.hasBegun = true;
        state.isAwaited = false;
      },
      leave: () => {
        this.states.delete(state);
      },
    };
  }

  private ask(): void {
    for (const state of this.states) {
      const { logged, killed } = state.hasBegun ? whenBegun : whenLoading;
      state.missed = state.isAwaited ? state.missed + 1 : 0;
      if (state.missed === logged) this.log(silence(state, "it gets no new connections"));
      if (state.missed === killed) {
        this.log(silence(state, "killing it"));
        state.worker.kill();
      }
    }
    for (const state of this.states) {
      state.isAwaited = true;
      state.worker.ping();
    }
  }
}
