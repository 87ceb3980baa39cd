import { performance } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Component, component } from "./lifecycle";

/** Milliseconds. */
const usualPause = 30_000;
/** The process rests if it has worked for less than this part of the time since the last check. */
const restsBelow = 0.02;
/** Bytes by which the heap must have grown since the last collection at rest. */
const worthIt = 8 * 1024 * 1024;

const heapSize = (): number => getHeapSpaceStatistics().reduce((sum, { space_size: size }) => sum + size, 0);

/** A collection of all garbage. Node.js offers it only with this flag, which contexts read when they are created. */
const collector = (): (() => void) => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
};

/**
 * Collects garbage while the process is idle, such as after its start or a busy hour: left alone, V8 keeps the heap that it took until new
 * objects fill it. A collection takes as long as an expensive request, so a busy process is left alone.
 */
export const giveMemoryBack = (checkEvery = usualPause): Component => {
  const collect = collector();
  let timer: NodeJS.Timeout | undefined;
  let since = performance.eventLoopUtilization();
  let collected = 0;
  const check = (): void => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    if (utilization > restsBelow || heapSize() < collected + worthIt) return;
    collect();
    collected = heapSize();
  };
  return component("giving memory back", {
    start: async () => {
      timer = setInterval(check, checkEvery);
      timer.unref();
    },
    stop: async () => clearInterval(timer),
  });
};
