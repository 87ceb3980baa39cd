import { availableParallelism } from "node:os";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import { isNone } from "fp-ts/Option";
import { Piscina } from "piscina";
import { FairTurns } from "../../application/admission/fair-turns";
import type {
  MessageRenderer,
  RenderContext,
  RenderedMessage,
} from "../../application/ports/messages/message-renderer";
import { serverBusy } from "../../domain/limit-refusals";
import { unableToRender } from "../../domain/messages/refusals";
import { millisecondsIn } from "../../domain/units/time";
import { makeRender } from "./render";
import type { RenderTask } from "./render-worker";
import { rendererVersion } from "./renderer-version";
import type { RendererSetup } from "./rendering/rendering";
import { renderPlain } from "./source/plain-text";

interface PoolOptions {
  /** Time limit of one rendering, in milliseconds. A thread that exceeds it is ended and replaced. */
  readonly timeLimit: number;
  readonly threads: number;
  /** The script the threads run. */
  readonly worker: string;
  /** Node's options for the script. */
  readonly execArgv: readonly string[];
  /**
   * Sources up to this many UTF-16 units render in the calling thread if nothing in them can take long: a thread
   * costs more.
   */
  readonly quickLength: number;
}

const maxThreads = 4;
/** A thread takes up to a quarter of a second to start, and 20 MB. */
const idleTimeout = 10 * millisecondsIn.minute;
/** How many renderings may wait, in all and for one user. Only a flood of messages reaches this. */
const queue = { waiting: 200, waitingEach: 100 };

/** One processor is left for everything else. */
const defaults: PoolOptions = {
  timeLimit: 5000,
  threads: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
  worker: join(__dirname, "render-worker.js"),
  execArgv: [],
  quickLength: 300,
};

/** Formulas and code have separate parsers, and linkifier patterns can be slow. */
const slowParts = /\$\$|```|~~~/;
const canTakeLong = (source: string, { linkifiers }: RenderContext): boolean =>
  linkifiers.length > 0 || slowParts.test(source);

/** A renderer that may own threads. */
export interface ClosableRenderer extends MessageRenderer {
  /** Ends the threads once they are idle. */
  close(): Promise<void>;
}

type Pool = Piscina<RenderTask, RenderedMessage | undefined>;

/** Renders in worker threads, so that no message delays other messages or the server for long. */
export const pooledRenderer = (
  setup: RendererSetup,
  options: Partial<PoolOptions> = {},
): ClosableRenderer => {
  const { timeLimit, threads, worker, execArgv, quickLength } = { ...defaults, ...options };
  let made: Pool | undefined;
  const pool = (): Pool => {
    made ??= new Piscina({
      filename: worker,
      // Threads start when messages need them, and end when idle.
      minThreads: 0,
      maxThreads: threads,
      idleTimeout,
      workerData: setup.emoji,
      execArgv: [...execArgv],
    });
    return made;
  };
  // With several threads, no single requester can occupy all of them.
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
      if (plain) return E.right(plain);
      if (source.length <= quickLength && !canTakeLong(source, context))
        return renderHere(source, context, setup.realmUrl());
      // The time limit starts when a thread is free: waiting for others doesn't count.
      const rendered = await turns.take(context.requester, () => run(source, context));
      if (isNone(rendered)) return E.left(serverBusy);
      return rendered.value === undefined ? E.left(unableToRender) : E.right(rendered.value);
    },
    close: async () => made?.close(),
  };
};
