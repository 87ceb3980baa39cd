import type { Needs } from "../../application/bind-use-cases";
import { compareHeads } from "../../application/events/compare-heads";
import { receiveSignal } from "../../application/events/receive-signal";
import type { RealmDirectory } from "../../application/held-realms/realm-directory";
import type { EventLog } from "../../application/ports/events/event-log";
import type { Listening, Wakeup } from "../../application/ports/events/wakeup";
import type { Metrics } from "../../application/ports/system/metrics";
import { exchangePresence } from "../../application/presence/exchange-presence";
import type { Component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";

/** Between two comparisons of heads, in milliseconds: three seconds on average. */
const compareMilliseconds = 2500;
const compareSpread = 1000;

/** Often enough that nobody who stays present looks away, given that a client reports every minute, and a write and a read follow. */
const exchangeMilliseconds = 30_000;

interface Services extends Needs<typeof receiveSignal> {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly wakeup: Wakeup;
  readonly metrics: Metrics;
}

/** Receives from other processes, and reports whether it does. */
interface WakeUps extends Component {
  /** For how many milliseconds this process hasn't known whether it is behind the log. */
  staleFor(): number;
}

/** Receives changes and signals from other processes; comparing heads finds lost ones. */
export const wakeUps = (services: Services, onError: (error: unknown) => void): WakeUps => {
  const { directory, wakeup, metrics } = services;
  const relay = receiveSignal(services);
  let behind = 0;
  const compare = compareHeads({ ...services, onError });
  let comparedAt = performance.now();
  const staleFor = (): number => performance.now() - comparedAt;
  const comparison = recurring(
    "comparison of heads",
    async () => {
      behind = await compare();
      comparedAt = performance.now();
    },
    { everyMilliseconds: compareMilliseconds, spreadMilliseconds: compareSpread, atOnce: false, onError },
  );
  let listening: Listening | undefined;
  const exchange = exchangePresence(services);
  const exchanging = recurring(
    "exchange of presence",
    async () => {
      if (listening?.isConnected() === false) await exchange();
    },
    { everyMilliseconds: exchangeMilliseconds, atOnce: false, onError },
  );
  directory.follow({
    hold: (realmId) => listening?.follow(realmId),
    release: (realmId) => listening?.leave(realmId),
  });
  metrics.startAtZero("wakeup_connections_total", {});
  metrics.gauge("wakeup_bus_heard", {}, () => (listening?.isConnected() ? 1 : 0));
  metrics.gauge("heads_compared_seconds_ago", {}, () => staleFor() / 1000);
  metrics.gauge("events_behind", {}, () => behind);
  return {
    name: "wake-ups",
    staleFor,
    start: async () => {
      listening = await wakeup.listen({
        connected: () => {
          metrics.count("wakeup_connections_total", {});
          comparison.soon();
        },
        grown: (realmId, position, events) => {
          if (directory.peek(realmId) === undefined) return;
          directory.received(realmId, events);
          if (directory.positionOf(realmId) < position) directory.catchUp(realmId, position).catch(onError);
        },
        signalled: (realmId, signal) => {
          relay(realmId, signal).catch(onError);
        },
      });
      for (const realmId of directory.loadedPositions().keys()) listening.follow(realmId);
      await comparison.start();
      await exchanging.start();
    },
    stop: async () => {
      await exchanging.stop();
      await comparison.stop();
      await listening?.close();
    },
  };
};
