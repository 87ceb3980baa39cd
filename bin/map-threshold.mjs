/**
 * From this size on, in bytes, glibc maps each allocation by itself. It raises the threshold whenever a larger one is
 * freed, unless it is set. Then later answers lie in the heap, which can't shrink below anything that is still in use.
 */
const threshold = String(128 * 1024);

/**
 * Replaces this process by one whose map threshold is fixed: glibc reads it once, at the start. Does nothing where
 * it is set already, or where Node.js can't do that (before 22.15).
 */
export const fixMapThreshold = () => {
  if (process.platform !== "linux" || process.env.MALLOC_MMAP_THRESHOLD_ !== undefined) return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_MMAP_THRESHOLD_: threshold,
  });
};
