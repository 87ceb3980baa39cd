import { withTimeout } from "../../application/with-timeout";
import type { RealmId } from "../../domain/ids";
import type { Bus, BusConnection } from "./bus";

/** Far below Redis's limit, so that no payload holds up the others. */
const mostBytes = 65_536;
const mostPayloads = 8;
const connectMilliseconds = 5000;

type Client = Awaited<ReturnType<typeof clientFor>>;

// ReconnectingConnection replaces a failed connection.
const clientFor = async (url: string) => {
  const { createClient } = await import("@redis/client");
  return createClient({
    url,
    // RESP 3 allows commands on a connection with subscriptions.
    RESP: 3,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMilliseconds, reconnectStrategy: false },
  });
};

const end = (client: Client): void => {
  if (client.isOpen) client.destroy();
};

/** Redis or Valkey: a channel for each realm. */
export const redisBus = (url: string, prefix: string, answersWithin = connectMilliseconds): Bus => {
  const channelOf = (realmId: RealmId) => `${prefix}.realm.${realmId}`;
  let current: Client | undefined;
  return {
    mostBytes,
    mostPayloads,
    isByRealm: true,

    connect: async (receive, onError): Promise<BusConnection> => {
      const client = await clientFor(url);
      client.on("error", onError);
      const ended = new Promise((resolve) => {
        client.once("end", () => resolve(undefined));
        client.once("terminated", () => resolve(undefined));
      });
      try {
        // The client's own limit is for the network: after that, it waits without end for the answer to its greeting.
        await withTimeout("Redis didn't answer", answersWithin, client.connect());
      } catch (error) {
        end(client);
        throw error;
      }
      current = client;
      const listener = (payload: string) => receive(payload);
      return {
        ended,
        follow: async (realmIds) => {
          if (realmIds.length > 0) await client.subscribe(realmIds.map(channelOf), listener);
        },
        leave: (realmId) => client.unsubscribe(channelOf(realmId)),
        check: () => client.ping(),
        close: async () => {
          if (current === client) current = undefined;
          end(client);
        },
      };
    },

    publish: async (messages) => {
      const client = current;
      if (client === undefined) throw new Error("Redis isn't connected");
      await Promise.all(messages.map(({ realmId, payload }) => client.publish(channelOf(realmId), payload)));
    },
  };
};
