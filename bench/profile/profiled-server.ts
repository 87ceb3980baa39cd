import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";

/** A server whose main thread is profiled between two signals SIGUSR2. The second writes the file that BENCH_PROFILE names. */
const file = process.env.BENCH_PROFILE ?? "";
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: 200 });

let isProfiling = false;
process.on("SIGUSR2", () => {
  if (isProfiling)
    session.post("Profiler.stop", (_, { profile }) => {
      writeFileSync(`${file}.part`, JSON.stringify(profile));
      renameSync(`${file}.part`, file);
    });
  else session.post("Profiler.start");
  isProfiling = !isProfiling;
});

require("../../src/main.js");
