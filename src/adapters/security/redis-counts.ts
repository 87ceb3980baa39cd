import { setTimeout as sleep } from "node:timers/promises";
import type { SharedCounts } from "../../application/ports/system/shared-counts";
import { millisecondsIn } from "../../domain/units/time";
import { hashed } from "./hashed";

const keptSeconds = 120;
const connectMilliseconds = 5000;
const answerMilliseconds = 2000;

/** Throttle counts in Redis or Valkey. Connects on first use and reconnects automatically. */
export const redisCounts = (
  url: string,
  prefix: string,
  onError: (error: unknown) => void,
): SharedCounts & { close(): Promise<void> } => {
  const open = async () => {
    const { createClient } = await import("@redis/client");
    const client = createClient({
      url,
      disableOfflineQueue: true,
      socket: {
        connectTimeout: connectMilliseconds,
        socketTimeout: millisecondsIn.minute,
        reconnectStrategy: 1000,
      },
      pingInterval: 20_000,
      commandOptions: { timeout: answerMilliseconds },
    });
    client.on("error", onError);
    return { client, connecting: client.connect().catch(() => undefined) };
  };
  let opened: ReturnType<typeof open> | undefined;
  /** While Redis is unreachable, the client keeps retrying in the background. */
  const connected = async () => {
    opened ??= open();
    const { client, connecting } = await opened;
    if (!client.isReady)
      await Promise.race([connecting, sleep(answerMilliseconds, undefined, { ref: false })]);
    if (!client.isReady) throw new Error("Redis isn't connected");
    return client;
  };
  return {
    add: async (counts) => {
      const client = await connected();
      const names = [...counts.keys()];
      const adding = client.multi();
      for (const name of names) {
        const key = `${prefix}.calls.${hashed(name)}`;
        adding.incrBy(key, counts.get(name) ?? 0).expire(key, keptSeconds);
      }
      const answers = await adding.execAsPipeline();
      return new Map(names.map((name, index) => [name, Number(answers[2 * index])]));
    },
    close: async () => {
      const client = (await opened)?.client;
      if (client?.isOpen) client.destroy();
    },
  };
};
