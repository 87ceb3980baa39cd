import { isAboutChannels } from "../../../../domain/events/channel-event";
import { isAboutEmoji } from "../../../../domain/events/emoji-event";
import type { RealmEvent } from "../../../../domain/events/event";
import type { EventOf } from "../../../../domain/events/event-family";
import { isAboutInvitations } from "../../../../domain/events/invitation-event";
import { isAboutMessages } from "../../../../domain/events/message-event";
import { isAboutPush } from "../../../../domain/events/push-event";
import { isAboutTopics } from "../../../../domain/events/topic-event";
import { isUserData } from "../../../../domain/events/user-data-event";
import type { RealmId } from "../../../../domain/ids";
import { createChannels, projectChannels, unsubscribe } from "../channels/project-channels";
import type { Sql } from "../database/rows";
import { archiveMessages } from "../messages/project-archive";
import { insertMessages, projectMessages } from "../messages/project-messages";
import { addRead, isReadAdded, type ReadAdded } from "../messages/project-read-states";
import { projectPush } from "../push/project-push";
import { projectEmoji } from "../realm/project-emoji";
import { projectInvitations } from "../realm/project-invitations";
import { changeStatuses, changeUsers, deactivateUsers, projectPeople } from "../users/project-people";
import { projectTopics } from "../users/project-topics";
import { projectUserData } from "../users/project-user-data";

type Of<Type extends RealmEvent["type"]> = EventOf<RealmEvent, Type>;

/** Updates the rows that follow from the events. Runs of events that write the same tables are written together. */
export const project = async (sql: Sql, realmId: RealmId, events: readonly RealmEvent[]): Promise<void> => {
  for (const run of runsOf(events)) await projectRun(sql, realmId, run);
};

/**
 * Consecutive events with types from one list are written together, type by type. The writes of one type must not depend on the
 * rows of a later type: channels come before their messages, and read states aren't rows of messages.
 */
const writtenTogether: readonly (readonly RealmEvent["type"][])[] = [
  ["channel_created", "message_sent", "message_flags_changed"],
  ["messages_deleted"],
  ["user_changed"],
  ["user_status_changed"],
  ["user_deactivated"],
  // No table stores what is hidden from users who leave.
  ["unsubscribed", "channel_hidden"],
];

/** The types that the event is written together with; undefined for an event that is written alone. */
const typesWith = (event: RealmEvent): readonly string[] | undefined =>
  event.type === "message_flags_changed" && !isReadAdded(event)
    ? undefined
    : writtenTogether.find((types) => types.includes(event.type));

const runsOf = (events: readonly RealmEvent[]): readonly (readonly RealmEvent[])[] => {
  const runs: RealmEvent[][] = [];
  let last: readonly string[] | undefined;
  for (const event of events) {
    const types = typesWith(event);
    if (types !== undefined && types === last) runs.at(-1)?.push(event);
    else runs.push([event]);
    last = types;
  }
  return runs;
};

const projectRun = async (sql: Sql, realmId: RealmId, run: readonly RealmEvent[]): Promise<void> => {
  const created: Of<"channel_created">[] = [];
  const sent: Of<"message_sent">[] = [];
  const read: ReadAdded[] = [];
  const deleted: Of<"messages_deleted">[] = [];
  const users: Of<"user_changed">[] = [];
  const statuses: Of<"user_status_changed">[] = [];
  const deactivated: Of<"user_deactivated">[] = [];
  const left: Of<"unsubscribed">[] = [];
  for (const event of run)
    if (event.type === "channel_created") created.push(event);
    else if (event.type === "message_sent") sent.push(event);
    else if (event.type === "messages_deleted") deleted.push(event);
    else if (event.type === "user_changed") users.push(event);
    else if (event.type === "user_status_changed") statuses.push(event);
    else if (event.type === "user_deactivated") deactivated.push(event);
    else if (event.type === "unsubscribed") left.push(event);
    else if (isReadAdded(event)) read.push(event);
    else await projectOne(sql, realmId, event);
  await createChannels(sql, realmId, created);
  await insertMessages(sql, realmId, sent);
  await addRead(sql, realmId, read);
  await archiveMessages(sql, realmId, deleted);
  await changeUsers(sql, realmId, users);
  await changeStatuses(sql, realmId, statuses);
  await deactivateUsers(sql, realmId, deactivated);
  await unsubscribe(sql, realmId, left);
};

type InRuns =
  | "channel_created"
  | "message_sent"
  | "messages_deleted"
  | "user_changed"
  | "user_status_changed"
  | "user_deactivated"
  | "unsubscribed";

const projectOne = (sql: Sql, realmId: RealmId, event: Exclude<RealmEvent, Of<InRuns>>): Promise<void> => {
  if (isAboutMessages(event)) return projectMessages(sql, realmId, event);
  if (isUserData(event)) return projectUserData(sql, realmId, event);
  if (isAboutTopics(event)) return projectTopics(sql, realmId, event);
  if (isAboutInvitations(event)) return projectInvitations(sql, realmId, event);
  if (isAboutPush(event)) return projectPush(sql, realmId, event);
  if (isAboutEmoji(event)) return projectEmoji(sql, realmId, event);
  if (isAboutChannels(event)) return projectChannels(sql, realmId, event);
  return projectPeople(sql, realmId, event);
};
