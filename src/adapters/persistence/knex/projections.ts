import { isAboutChannels } from "../../../domain/channel-event";
import type { RealmEvent } from "../../../domain/event";
import { isAboutInvitations } from "../../../domain/invitation-event";
import { isAboutMessages } from "../../../domain/message-event";
import { isPersonal } from "../../../domain/personal-event";
import { isAboutPush } from "../../../domain/push-event";
import { isAboutEmoji } from "../../../domain/realm-emoji";
import { projectChannels } from "./project-channels";
import { projectEmoji } from "./project-emoji";
import { projectInvitations } from "./project-invitations";
import { insertMessages, projectMessages } from "./project-messages";
import { projectPeople } from "./project-people";
import { projectPersonal } from "./project-personal";
import { projectPush } from "./project-push";
import type { Sql } from "./rows";

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** Changes the rows that follow from the events. Runs of sent messages are written together. */
export const project = async (sql: Sql, realmId: number, events: readonly RealmEvent[]): Promise<void> => {
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

const projectOne = (sql: Sql, realmId: number, event: Exclude<RealmEvent, Sent>): Promise<void> => {
  if (isAboutMessages(event)) return projectMessages(sql, realmId, event);
  if (isPersonal(event)) return projectPersonal(sql, realmId, event);
  if (isAboutInvitations(event)) return projectInvitations(sql, realmId, event);
  if (isAboutPush(event)) return projectPush(sql, realmId, event);
  if (isAboutEmoji(event)) return projectEmoji(sql, realmId, event);
  if (isAboutChannels(event)) return projectChannels(sql, realmId, event);
  return projectPeople(sql, realmId, event);
};
