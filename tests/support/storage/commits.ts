import * as E from "fp-ts/Either";
import { jobsFollowing } from "../../../src/application/job-kinds/jobs-following";
import type { EventLog } from "../../../src/application/ports/events/event-log";
import type {
  Commit,
  EventStore,
  IdKind,
  RealmHead,
} from "../../../src/application/ports/events/event-store";
import type { LoggedEvent, RealmEvent } from "../../../src/domain/events/event";
import type { Realm } from "../../../src/domain/realm/realm";
import { apply, undoOf } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { aRealm } from "../builders/entities";

let created = 0;

const emptyHead: RealmHead = { position: 0, messageId: 0, ids: {} };

/** The greatest id of each kind that the events assign. */
const idsIn = (events: readonly RealmEvent[]): RealmHead["ids"] => {
  const ids: Partial<Record<IdKind, number>> = {};
  const take = (kind: IdKind, id: number): void => {
    ids[kind] = Math.max(ids[kind] ?? 0, id);
  };
  for (const event of events) {
    if (event.type === "user_created") take("user", event.user.id);
    if (event.type === "group_created") take("group", event.group.id);
    if (event.type !== "channel_created") continue;
    take("channel", event.channel.id);
    take("conversation", event.channel.conversationId);
  }
  return ids;
};

/** What a commit of the events writes at a head. They can be undone later only with the state at that head. */
export const commitOf = (head: RealmHead, events: readonly RealmEvent[], state?: RealmState): Commit => {
  const sent = events.flatMap((event) => (event.type === "message_sent" ? [event.message.id] : []));
  let before = state;
  return {
    events: events.map((event, index) => {
      const undo = before ? undoOf(before, event) : [];
      before = before && apply(before, event);
      return { position: head.position + index + 1, event, undo };
    }),
    head: {
      position: head.position + events.length,
      messageId: Math.max(head.messageId, ...sent),
      ids: { ...head.ids, ...idsIn(events) },
    },
    secrets: [],
    audit: [],
    jobs: [],
  };
};

/** Commits the first events of a realm that no other test uses. */
export const createRealm = async (
  eventStore: EventStore,
  events: readonly RealmEvent[] = [],
): Promise<Realm> => {
  created += 1;
  const subdomain = `realm-${created}`;
  const realm = await createAt(eventStore, subdomain, events);
  if (realm === undefined) throw new Error(`The subdomain ${subdomain} is taken`);
  return realm;
};

/** Creates a realm at a subdomain, unless that is taken. */
export const createAt = (
  eventStore: EventStore,
  subdomain: string,
  events: readonly RealmEvent[] = [],
): Promise<Realm | undefined> =>
  eventStore.create(
    (id) => aRealm({ id, subdomain }),
    (realm) => commitOf(emptyHead, [{ type: "realm_created", realm }, ...events]),
  );

/** Commits secrets or jobs, without events. */
export const commitBeside = async (
  eventStore: EventStore,
  realmId: number,
  beside: Partial<Pick<Commit, "secrets" | "audit" | "jobs" | "head">>,
): Promise<void> => {
  const slot = await eventStore.begin(realmId, 0);
  const appended = await slot.append({
    events: [],
    head: slot.head,
    secrets: [],
    audit: [],
    jobs: [],
    ...beside,
  });
  if (E.isLeft(appended)) throw new Error(`The commit was not made: ${appended.left.kind}`);
};

/** Commits the events in one commit, and returns the position after them. */
export const commitAll = async (
  eventStore: EventStore,
  realmId: number,
  events: readonly RealmEvent[],
  state?: RealmState,
): Promise<number> => {
  const slot = await eventStore.begin(realmId, 0);
  const commit = commitOf(slot.head, events, state?.position === slot.head.position ? state : undefined);
  const appended = await slot.append(commit);
  if (E.isLeft(appended)) {
    if (appended.left.kind === "refused") throw appended.left.error;
    return commitAll(eventStore, realmId, events, state);
  }
  return commit.head.position;
};

/** Commits events and the jobs that follow from them, as the realm's lane does. */
export const commitWithJobs = async (
  eventStore: EventStore,
  realmId: number,
  events: readonly RealmEvent[],
  state: RealmState,
  now: number,
): Promise<number> => {
  const position = await commitAll(eventStore, realmId, events, state);
  let after = state;
  const jobs = events.flatMap((event) => {
    after = apply(after, event);
    return jobsFollowing(event, after, now);
  });
  if (jobs.length > 0) await commitBeside(eventStore, realmId, { jobs });
  return position;
};

/** Events of a log whose every event is readable. */
export const eventsAfter = async (
  eventLog: Pick<EventLog, "after">,
  ...asked: Parameters<EventLog["after"]>
): Promise<readonly LoggedEvent[]> => {
  const page = await eventLog.after(...asked);
  if (E.isLeft(page)) throw new Error(`Event ${page.left.position}: ${page.left.problem}`);
  return page.right;
};
