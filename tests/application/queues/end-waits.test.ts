import { endWaits } from "../../../src/application/queues/end-waits";
import type { RelayedSignal } from "../../../src/domain/queues/signal";
import { localWakeup } from "../../support/application/fakes";

test("the waits of a user end on this node and on all others", async () => {
  const [woken, signalled]: [number[][], [number, RelayedSignal][]] = [[], []];
  const wakeup = localWakeup();
  await wakeup.listen({
    grown: () => {},
    connected: () => {},
    signalled: (realmId, signal) => signalled.push([realmId, signal]),
  });
  endWaits({ liveQueues: { wake: (...who) => woken.push(who) }, wakeup }, 7, 12);
  expect(woken).toEqual([[7, 12]]);
  expect(signalled).toEqual([[7, { type: "sessions_ended", userId: 12 }]]);
});
