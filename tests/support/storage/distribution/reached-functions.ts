import { Session } from "node:inspector/promises";
import { basename } from "node:path";

/** Watches which functions of some files run from now on. Begin before the files are first used. */
export const watchFunctions = async (
  folder: string,
): Promise<{ readonly unreached: () => Promise<readonly string[]> }> => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    /** Named functions that didn't run, with their files. Ends the watch. */
    unreached: async () => {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      session.disconnect();
      return result
        .filter(({ url }) => url.includes(folder))
        .flatMap(({ url, functions }) =>
          functions
            .filter(({ functionName, ranges: [whole] }) => functionName !== "" && whole?.count === 0)
            .map(({ functionName }) => `${basename(url)} ${functionName}`),
        );
    },
  };
};
