import type { ServerRun } from "../../domain/server-run";
import type { Announcement } from "../../domain/signal";
import type { RealmDirectory } from "../realm-directory";
import { handSignal } from "./hand-signal";
import type { LiveQueue } from "./held-queues";

/**
 * Puts into a queue that the server was started since its client last heard from one, and that there is another web
 * client to load. Nodes that were started earlier announce nothing. What the client hasn't seen yet is announced again
 * when another node takes the queue over.
 */
export const announceRestart = (
  { directory, run }: { readonly directory: RealmDirectory; readonly run: ServerRun },
  live: LiveQueue,
  afterId: number,
): void => {
  if (live.announcedUpTo !== undefined) {
    if (afterId < live.announcedUpTo) return;
    live.heardFrom = run;
    live.announcedUpTo = undefined;
  }
  const { heardFrom } = live;
  const state = directory.peek(live.realmId);
  // A queue that still reads the log joins what happens first: ids only grow.
  if (state === undefined || live.readTo !== undefined) return;
  if ((heardFrom.startedAt ?? -1) >= run.startedAt) return;
  const announcements: readonly Announcement[] = [
    { type: "server_restarted", startedAt: run.startedAt },
    ...(run.webBuild !== null && run.webBuild !== heardFrom.webBuild
      ? [{ type: "web_client_replaced" } as const]
      : []),
  ];
  const position = directory.positionOf(live.realmId);
  const isHanded = announcements
    .map((signal) => handSignal(live, { signal, state }, position))
    .includes(true);
  if (isHanded) live.announcedUpTo = live.lastId;
  else live.heardFrom = run;
};
