import { setFlagsFromString } from "node:v8";

/** How much the heap may grow, in percent of what is in use, before garbage is collected from it. */
const heapGrowth = 50;

/**
 * Sets how V8 collects garbage, in worker threads too.
 *
 * - It collects before the heap has doubled. V8 alone lets it grow up to four times, which under a crowd of expensive requests costs
 *   hundreds of megabytes, and saves no measurable time.
 * - Each thread collects its own young garbage. By default, V8 wakes four more threads for it many times a second, which costs
 *   processor time that the database lacks then.
 * - It doesn't allocate objects in the old generation just because earlier objects of the same code have survived. Many objects survive
 *   the start, so V8 would treat those of requests as long-lived: they would stay until the whole heap is collected.
 * - It forgets a function's bytecode if the function hasn't run between two full collections, instead of six. An idle server seldom
 *   collects, so it would keep 5 MB that only its start needed. A function that runs again is compiled again.
 */
export const tuneGarbageCollection = (): void => {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--bytecode-old-age=1");
};
