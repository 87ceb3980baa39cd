const millisecondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Milliseconds that this process's processors spend on work, whatever else the machine does. */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  return millisecondsSince(before);
};

/**
 * Seconds that the processor spends on synchronous work. What else runs on the machine doesn't count, so that a limit
 * hundreds of times above the usual holds on any of them, and finds work that grows out of proportion.
 */
export const processorSeconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return millisecondsSince(before) / 1000;
};
