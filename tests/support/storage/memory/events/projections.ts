import type { RealmEvent } from "../../../../../src/domain/events/event";
import { isAboutMessages } from "../../../../../src/domain/events/message-event";
import { isAboutTopics } from "../../../../../src/domain/events/topic-event";
import { isUserData } from "../../../../../src/domain/events/user-data-event";
import { apply } from "../../../../../src/domain/state/apply";
import { projectMessages } from "../messages/project-messages";
import { projectReceived } from "../messages/project-received";
import type { RealmTables } from "../tables";
import { projectTopics, projectUserData } from "../users/project-user-data";
import { refuseDuplicates } from "../users/unique";

/** Changes the rows that follow from an event. Throws where a database would refuse them. */
export const project = (tables: RealmTables, event: RealmEvent): void => {
  const before = tables.state;
  refuseDuplicates(before, event);
  tables.state = apply(before, event);
  if (isAboutMessages(event)) projectMessages(tables, event);
  else if (isUserData(event)) projectUserData(tables, event);
  else if (isAboutTopics(event)) projectTopics(tables, event);
  else projectReceived(tables, before, event);
};
