import { setTimeout as sleep } from "node:timers/promises";
import type { Wakeup } from "../../application/ports/wakeup";
import { broken, type Finding, fine, reasonOf } from "./finding";

/** No organization has this number. */
const nowhere = 0;
const patience = 10_000;
const again = 200;

/** Whether what one process tells over the bus arrives at another. */
export const checkWakeup = async (
  { name, advice }: { readonly name: string; readonly advice: string },
  open: (onError: (error: unknown) => void) => Wakeup,
): Promise<Finding> => {
  let problem = "";
  const onError = (error: unknown) => {
    problem ||= ` (${reasonOf(error)})`;
  };
  const heard = new AbortController();
  const began = performance.now();
  const there = open(onError);
  const here = open(onError);
  const deaf = { grown: () => {}, signalled: () => {}, connected: () => {} };
  const listening = await there.listen({
    ...deaf,
    grown: (realmId) => {
      if (realmId === nowhere) heard.abort();
    },
  });
  listening.follow(nowhere);
  const telling = await here.listen(deaf);
  while (!heard.signal.aborted && performance.now() - began < patience) {
    here.announce(nowhere, 1);
    await sleep(again, undefined, { signal: heard.signal }).catch(() => undefined);
  }
  await telling.close();
  await listening.close();
  return heard.signal.aborted
    ? fine("Wake-up bus", `${name} brings news from one process to another`)
    : broken("Wake-up bus", `${name} brings nothing from one process to another${problem}. ${advice}`);
};
