import { setFlagsFromString } from "node:v8";

/** How much the heap may grow, in percent of what is in use, before garbage is collected from it. */
const heapGrowth = 50;

/**
 * Collects garbage before the heap has doubled. V8 alone lets it grow up to four times, which under a crowd of expensive
 * requests costs hundreds of megabytes, and saves no measurable time. Worker threads have the same limit.
 */
export const limitHeapGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
