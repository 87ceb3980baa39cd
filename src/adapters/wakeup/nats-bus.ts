import type { NatsConnection, Subscription } from "@nats-io/transport-node";
import type { RealmId } from "../../domain/ids";
import type { Bus, BusConnection } from "./bus";

/** In bytes. The default limit of a server is one mebibyte; this leaves room for lower ones. */
const mostBytes = 65_536;
const mostPayloads = 8;
const connectMilliseconds = 5000;

/** Parses server addresses separated by commas; the first may hold the credentials. */
const placeOf = (urls: string) => {
  const all = urls.split(",").map((one) => new URL(one.trim()));
  const { username, password } = all[0] ?? new URL(urls);
  const isToken = username !== "" && password === "";
  return {
    servers: all.map(({ host }) => host),
    ...(isToken && { token: decodeURIComponent(username) }),
    ...(username !== "" &&
      !isToken && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(all.some(({ protocol }) => protocol === "tls:") && { tls: {} }),
  };
};

/** NATS: a subject for each realm. */
export const natsBus = (urls: string, prefix: string): Bus => {
  const subjectOf = (realmId: RealmId) => `${prefix}.realm.${realmId}`;
  let current: NatsConnection | undefined;
  return {
    mostBytes,
    mostPayloads,
    isByRealm: true,

    connect: async (receive, onError): Promise<BusConnection> => {
      const { connect } = await import("@nats-io/transport-node");
      const nats = await connect({
        ...placeOf(urls),
        timeout: connectMilliseconds,
        // ReconnectingConnection replaces a failed connection.
        reconnect: false,
        noEcho: true,
      });
      current = nats;
      const subscriptions = new Map<RealmId, Subscription>();
      const callback = (error: Error | null, message: { string(): string }) => {
        if (error) onError(error);
        else receive(message.string());
      };
      return {
        ended: nats.closed(),
        follow: async (realmIds) => {
          for (const realmId of realmIds)
            if (!subscriptions.has(realmId))
              subscriptions.set(realmId, nats.subscribe(subjectOf(realmId), { callback }));
          await nats.flush();
        },
        leave: async (realmId) => {
          subscriptions.get(realmId)?.unsubscribe();
          subscriptions.delete(realmId);
        },
        check: () => nats.flush(),
        close: async () => {
          if (current === nats) current = undefined;
          await nats.close();
        },
      };
    },

    publish: async (messages) => {
      const nats = current;
      if (nats === undefined) throw new Error("NATS isn't connected");
      for (const { realmId, payload } of messages) nats.publish(subjectOf(realmId), payload);
      await nats.flush();
    },
  };
};
