import type { Wakeup } from "../../application/ports/events/wakeup";
import type { NewSpan, Tracing } from "../../application/ports/system/tracing";

/** Wraps the bus so that each message that this process sends or receives has a span. */
export const tracedWakeup = (wakeup: Wakeup, tracing: Tracing): Wakeup => {
  if (!tracing.isOn) return wakeup;
  const spanned = (name: string, kind: NewSpan["kind"], work: () => void): void => {
    const span = tracing.begin({ name, kind });
    try {
      span.within(work);
      span.end({});
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  };
  return {
    announce: (realmId, position, events) =>
      spanned("send bus.grown", "producer", () => wakeup.announce(realmId, position, events)),
    signal: (realmId, signal) => spanned("send bus.signal", "producer", () => wakeup.signal(realmId, signal)),
    listen: (listener) =>
      wakeup.listen({
        connected: () => listener.connected(),
        grown: (realmId, position, events) =>
          spanned("receive bus.grown", "consumer", () => listener.grown(realmId, position, events)),
        signalled: (realmId, signal) =>
          spanned("receive bus.signal", "consumer", () => listener.signalled(realmId, signal)),
      }),
  };
};
