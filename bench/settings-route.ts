import { throughput } from "./load";
import { startProcess } from "./server-process";

const load = (url: string): Promise<number> =>
  throughput({ url: `${url}/api/v1/server_settings`, connections: 16, duration: 5 });

/** GET /server_settings per second, and the same answer from a bare Express route in a separate process. */
export const settingsPerSecond = async (url: string): Promise<{ ours: number; bare: number }> => {
  const answer = await (await fetch(`${url}/api/v1/server_settings`)).text();
  const bareServer = await startProcess("bench/bare-express.js", { BENCH_ANSWER: answer });
  try {
    await load(bareServer.url);
    const bare = await load(bareServer.url);
    await load(url);
    return { bare, ours: await load(url) };
  } finally {
    await bareServer.stop();
  }
};
