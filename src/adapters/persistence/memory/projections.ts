import { isAboutChannels } from "../../../domain/channel-event";
import type { RealmEvent } from "../../../domain/event";
import { isAboutInvitations, takeInvitationEvent } from "../../../domain/invitation-event";
import { isAboutMessages } from "../../../domain/message-event";
import { isPersonal } from "../../../domain/personal-event";
import { isAboutPush, takePushEvent } from "../../../domain/push-event";
import { isAboutEmoji } from "../../../domain/realm-emoji";
import { projectChannels } from "./project-channels";
import { projectEmoji } from "./project-emoji";
import { projectMessages } from "./project-messages";
import { projectPeople } from "./project-people";
import { projectPersonal } from "./project-personal";
import type { RealmTables } from "./tables";

/** Changes the rows that follow from an event. Throws where a database would refuse them. */
export const project = (tables: RealmTables, event: RealmEvent): void => {
  if (isAboutMessages(event)) projectMessages(tables, event);
  else if (isPersonal(event)) projectPersonal(tables, event);
  else if (isAboutInvitations(event)) takeInvitationEvent(tables.invitations, event);
  else if (isAboutPush(event)) takePushEvent(tables.pushDevices, event);
  else if (isAboutEmoji(event)) projectEmoji(tables, event);
  else if (isAboutChannels(event)) projectChannels(tables, event);
  else projectPeople(tables, event);
};
