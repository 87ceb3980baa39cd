import { build, endAll, environment, newDataDir, Program } from "./child-server";

/** A data folder and the programs that run on it: created before the surrounding tests, and removed after them. */
export const installation = () => {
  const folder = newDataDir();
  const programs: Program[] = [];
  beforeAll(build);
  afterAll(async () => {
    await endAll(programs);
    folder.remove();
  });
  const run = (
    program: Parameters<typeof Program.run>[0],
    settings: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
  ): Program => {
    const running = Program.run(program, environment(folder.path, settings), args);
    programs.push(running);
    return running;
  };
  return {
    run,
    /** Ends the program started last. */
    kill: async (signal: NodeJS.Signals): Promise<void> => {
      await programs.at(-1)?.kill(signal);
    },
  };
};
