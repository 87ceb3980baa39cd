import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { codeOf } from "../../domain/codec/caught";
import { bytesIn } from "../../domain/units/size";
import type { HevcTask, Pixels } from "./hevc-worker";

interface Options {
  /** Time limit of one picture, in milliseconds; its thread is terminated then. */
  readonly timeLimit: number;
  readonly mostPixels: number;
  readonly mostBytes: number;
  /** The thread's program, and the options Node needs to run it. */
  readonly worker: string;
  readonly execArgv: readonly string[];
}

/** Twice the pixels of phones' default setting. Each takes four bytes here and four in the decoder. */
export const mostHevcPixels = 25_000_000;

const defaults: Options = {
  timeLimit: 10_000,
  mostPixels: mostHevcPixels,
  mostBytes: 320 * bytesIn.mebibyte,
  worker: join(__dirname, "hevc-worker.js"),
  execArgv: [],
};

/** Decodes the main picture of a HEIC file; undefined if it can't, or would take too much. */
export type DecodeHevc = (image: Uint8Array) => Promise<Pixels | undefined>;

/** libheif as WebAssembly, loaded for each picture in a thread of its own, whose end frees the memory. */
export const hevcDecoder = (options: Partial<Options> = {}): DecodeHevc => {
  const { timeLimit, mostPixels, mostBytes, worker, execArgv } = { ...defaults, ...options };
  return (image) =>
    new Promise((done, fail) => {
      const workerData: HevcTask = { image, mostPixels, mostBytes };
      const thread = new Worker(worker, {
        workerData,
        execArgv: [...execArgv],
        resourceLimits: { maxOldGenerationSizeMb: 64 },
      });
      const end = (pixels?: Pixels): void => {
        clearTimeout(timer);
        // Frees the memory before the next picture begins.
        thread.terminate().then(() => done(pixels), fail);
      };
      const timer = setTimeout(end, timeLimit);
      thread.once("message", end);
      thread.once("error", (error) => {
        clearTimeout(timer);
        if (codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY") done(undefined);
        else fail(error);
      });
    });
};
