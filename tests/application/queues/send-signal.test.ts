import { sendSignal } from "../../../src/application/queues/send-signal";
import type { RelayedSignal, Signal } from "../../../src/domain/queues/signal";
import { localWakeup } from "../../support/application/fakes";
import { aRealmState } from "../../support/builders/entities";

test("a signal reaches the queues here and the other nodes", async () => {
  const state = aRealmState();
  const signal: Signal = {
    type: "typing",
    op: "stop",
    userId: 2,
    place: { kind: "channel", channelId: 3, topic: "food" },
  };
  const [here, there]: [unknown[], [number, RelayedSignal][]] = [[], []];
  const wakeup = localWakeup();
  await wakeup.listen({
    grown: () => {},
    connected: () => {},
    signalled: (realmId, one) => there.push([realmId, one]),
  });
  sendSignal({ liveQueues: { signal: (...given) => here.push(given) }, wakeup }, state, signal);
  expect(here).toEqual([[state.realm.id, state, signal]]);
  expect(there).toEqual([[state.realm.id, signal]]);
});
