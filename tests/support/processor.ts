/**
 * Seconds that the processor spends on synchronous work. What else runs on the machine doesn't count, so that a limit
 * hundreds of times above the usual holds on any of them, and finds work that grows out of proportion.
 */
export const processorSeconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
};
