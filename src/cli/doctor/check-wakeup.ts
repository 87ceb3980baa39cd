import { setTimeout as sleep } from "node:timers/promises";
import type { Wakeup } from "../../application/ports/events/wakeup";
import { broken, type Finding, fine, reasonOf } from "./finding";

/** No organization has this id. */
const noRealm = 0;
const patience = 10_000;
const again = 200;

/** Whether a message over the bus reaches another process. */
export const checkWakeup = async (
  { name, advice }: { readonly name: string; readonly advice: string },
  open: (onError: (error: unknown) => void) => Wakeup,
): Promise<Finding> => {
  let problem = "";
  const onError = (error: unknown) => {
    problem ||= ` (${reasonOf(error)})`;
  };
  const received = new AbortController();
  const began = performance.now();
  const there = open(onError);
  const here = open(onError);
  const ignoreAll = { grown: () => {}, signalled: () => {}, connected: () => {} };
  const listening = await there.listen({
    ...ignoreAll,
    grown: (realmId) => {
      if (realmId === noRealm) received.abort();
    },
  });
  listening.follow(noRealm);
  const sender = await here.listen(ignoreAll);
  while (!received.signal.aborted && performance.now() - began < patience) {
    here.announce(noRealm, 1, []);
    await sleep(again, undefined, { signal: received.signal }).catch(() => undefined);
  }
  await sender.close();
  await listening.close();
  return received.signal.aborted
    ? fine("Wake-up bus", `${name} delivers announcements between processes`)
    : broken("Wake-up bus", `${name} delivers no announcements between processes${problem}. ${advice}`);
};
