import { availableParallelism } from "node:os";
import { join } from "node:path";
import { left, right } from "fp-ts/Either";
import { isNone } from "fp-ts/Option";
import { Piscina } from "piscina";
import { FairTurns } from "../../application/admission/fair-turns";
import type {
  MessageRenderer,
  RenderContext,
  RenderedMessage,
} from "../../application/ports/message-renderer";
import { serverBusy } from "../../domain/errors";
import { renderPlain } from "./plain-text";
import { makeRender } from "./render";
import type { RenderTask } from "./render-worker";
import { rendererVersion, unableToRender } from "./renderer-version";
import type { Setup } from "./run";

interface PoolOptions {
  /** How long one rendering may take, in milliseconds; beyond that its thread is ended and replaced. */
  readonly timeLimit: number;
  readonly threads: number;
  /** The program that the threads run, and what Node needs to run it. */
  readonly worker: string;
  readonly execArgv: readonly string[];
  /** So many UTF-16 units are rendered here, if nothing in them can take long: going to a thread costs more. */
  readonly quickLength: number;
}

const mostThreads = 4;
const idleTimeout = 60_000;
/** More than may send at once: only a flood comes to the end. */
const queue = { waiting: 200, waitingEach: 100 };

/** One thread is left to everything else. */
const defaults: PoolOptions = {
  timeLimit: 5000,
  threads: Math.max(1, Math.min(mostThreads, availableParallelism() - 1)),
  worker: join(__dirname, "render-worker.js"),
  execArgv: [],
  quickLength: 300,
};

/** Formulas and code have parsers of their own, and a realm's patterns take what time they take. */
const slowParts = /\$\$|```|~~~/;
const canTakeLong = (source: string, { linkifiers }: RenderContext): boolean =>
  linkifiers.length > 0 || slowParts.test(source);

/** A renderer that may hold threads. */
export interface ClosableRenderer extends MessageRenderer {
  /** Starts a thread before somebody has to wait for it. */
  start(): void;
  /** Ends the threads, as soon as they are done. */
  close(): Promise<void>;
}

type Pool = Piscina<RenderTask, RenderedMessage | undefined>;

/** Renders in threads of their own, so that no message holds up the others, or the server, for long. */
export const pooledRenderer = (setup: Setup, options: Partial<PoolOptions> = {}): ClosableRenderer => {
  const { timeLimit, threads, worker, execArgv, quickLength } = { ...defaults, ...options };
  let made: Pool | undefined;
  const pool = (): Pool => {
    made ??= new Piscina({
      filename: worker,
      // Further threads come with the work and go without it.
      minThreads: 1,
      maxThreads: threads,
      idleTimeout,
      workerData: setup.emoji,
      execArgv: [...execArgv],
    });
    return made;
  };
  // Where there are several threads, nobody has all of them.
  const turns = new FairTurns({ running: threads, runningEach: Math.max(1, threads - 1), ...queue });
  const renderHere = makeRender(setup.emoji);
  const run = async (source: string, context: RenderContext): Promise<RenderedMessage | undefined> => {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(), timeLimit);
    try {
      return await pool().run({ source, context, realmUrl: setup.realmUrl() }, { signal: tooLong.signal });
    } catch (error) {
      if (tooLong.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    version: rendererVersion,
    render: async (source, context) => {
      const plain = renderPlain(source, context);
      if (plain) return right(plain);
      if (source.length <= quickLength && !canTakeLong(source, context))
        return renderHere(source, context, setup.realmUrl());
      // The time counts from when a thread is free: who waits for others has done nothing wrong.
      const rendered = await turns.take(context.requester, () => run(source, context));
      if (isNone(rendered)) return left(serverBusy);
      return rendered.value === undefined ? left(unableToRender) : right(rendered.value);
    },
    start: () => void pool(),
    close: async () => made?.close(),
  };
};
