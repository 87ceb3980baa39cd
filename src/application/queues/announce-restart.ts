import type { EventId } from "../../domain/ids";
import { acceptsSignal } from "../../domain/queues/event-selection";
import type { Announcement } from "../../domain/queues/signal";
import type { ServerRun } from "../../domain/realm/server-run";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { deliverSignal } from "./deliver-signal";
import type { LiveQueue } from "./live-queue";

/**
 * Announces in a queue that the server restarted since its client last heard from a node, and that there is a
 * new web client. Nodes that started earlier announce nothing. If another node takes over the queue, it
 * repeats what the client hasn't acknowledged.
 */
export const announceRestart = (
  {
    directory,
    run,
  }: { readonly directory: Pick<RealmDirectory, "peek" | "positionOf">; readonly run: ServerRun },
  live: LiveQueue,
  afterId: EventId,
): void => {
  if (live.announcedUpTo !== undefined) {
    if (afterId < live.announcedUpTo) return;
    live.heardFrom = run;
    live.announcedUpTo = undefined;
  }
  const { heardFrom } = live;
  const state = directory.peek(live.realmId);
  if (state === undefined) return;
  if ((heardFrom.startedAt ?? -1) >= run.startedAt) return;
  const isReplaced = run.webBuild !== null && run.webBuild !== heardFrom.webBuild;
  const announcements: readonly Announcement[] = [
    { type: "server_restarted", startedAt: run.startedAt },
    ...(isReplaced ? [{ type: "web_client_replaced" } as const] : []),
  ];
  const wanted = announcements.filter((announcement) => acceptsSignal(live.queue, announcement));
  if (wanted.length === 0) {
    live.heardFrom = run;
    return;
  }
  const position = directory.positionOf(live.realmId);
  const areHanded = wanted.map((signal) => deliverSignal(live, { signal, state }, position));
  // A queue that has no id or no space for it, or still reads the log before it, hears of it at a later poll.
  if (areHanded.every((isHanded) => isHanded)) live.announcedUpTo = live.lastId;
};
