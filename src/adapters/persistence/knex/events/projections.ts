import { isAboutChannels } from "../../../../domain/events/channel-event";
import { isAboutEmoji } from "../../../../domain/events/emoji-event";
import type { RealmEvent } from "../../../../domain/events/event";
import { isAboutInvitations } from "../../../../domain/events/invitation-event";
import { isAboutMessages } from "../../../../domain/events/message-event";
import { isAboutPush } from "../../../../domain/events/push-event";
import { isUserData } from "../../../../domain/events/user-data-event";
import type { RealmId } from "../../../../domain/ids";
import { projectChannels } from "../channels/project-channels";
import type { Sql } from "../database/rows";
import { insertMessages, projectMessages } from "../messages/project-messages";
import { projectPush } from "../push/project-push";
import { projectEmoji } from "../realm/project-emoji";
import { projectInvitations } from "../realm/project-invitations";
import { projectPeople } from "../users/project-people";
import { projectUserData } from "../users/project-user-data";

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** Updates the rows that follow from the events. Writes runs of sent messages together. */
export const project = async (sql: Sql, realmId: RealmId, events: readonly RealmEvent[]): Promise<void> => {
  let sent: Sent[] = [];
  for (const event of events) {
    if (event.type === "message_sent") {
      sent.push(event);
      continue;
    }
    await insertMessages(sql, realmId, sent);
    sent = [];
    await projectOne(sql, realmId, event);
  }
  await insertMessages(sql, realmId, sent);
};

const projectOne = (sql: Sql, realmId: RealmId, event: Exclude<RealmEvent, Sent>): Promise<void> => {
  if (isAboutMessages(event)) return projectMessages(sql, realmId, event);
  if (isUserData(event)) return projectUserData(sql, realmId, event);
  if (isAboutInvitations(event)) return projectInvitations(sql, realmId, event);
  if (isAboutPush(event)) return projectPush(sql, realmId, event);
  if (isAboutEmoji(event)) return projectEmoji(sql, realmId, event);
  if (isAboutChannels(event)) return projectChannels(sql, realmId, event);
  return projectPeople(sql, realmId, event);
};
