import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { HevcTask, Pixels } from "./hevc-worker";

interface Options {
  /** How long one picture may take, in milliseconds; beyond that its thread is ended. */
  readonly timeLimit: number;
  readonly mostPixels: number;
  readonly mostBytes: number;
  /** The program of the thread, and what Node needs to run it. */
  readonly worker: string;
  readonly execArgv: readonly string[];
}

/** Twice what phones take at their usual setting: four bytes a pixel, here and with the decoder. */
export const mostHevcPixels = 25_000_000;

const defaults: Options = {
  timeLimit: 10_000,
  mostPixels: mostHevcPixels,
  mostBytes: 320 * 1024 * 1024,
  worker: join(__dirname, "hevc-worker.js"),
  execArgv: [],
};

/** Decodes the main picture of a HEIC file; undefined where it can't, or where that takes too much. */
export type DecodeHevc = (image: Uint8Array) => Promise<Pixels | undefined>;

/** libheif as WebAssembly, loaded for each picture in a thread of its own, which takes its memory along. */
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
        // Its memory is free before the next picture begins.
        thread.terminate().then(() => done(pixels), fail);
      };
      const timer = setTimeout(end, timeLimit);
      thread.once("message", end);
      thread.once("error", (error) => {
        clearTimeout(timer);
        if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") done(undefined);
        else fail(error);
      });
    });
};
