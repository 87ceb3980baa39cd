import type { RealmEvent } from "../../../domain/event";
import { isAboutMessages } from "../../../domain/message-event";
import { isPersonal } from "../../../domain/personal-event";
import { apply } from "../../../domain/state/apply";
import { projectMessages } from "./project-messages";
import { projectPersonal } from "./project-personal";
import { projectReceived } from "./project-received";
import type { RealmTables } from "./tables";
import { refuseDuplicates } from "./unique";

/** Changes the rows that follow from an event. Throws where a database would refuse them. */
export const project = (tables: RealmTables, event: RealmEvent): void => {
  const before = tables.state;
  refuseDuplicates(before, event);
  tables.state = apply(before, event);
  if (isAboutMessages(event)) projectMessages(tables, event);
  else if (isPersonal(event)) projectPersonal(tables, event);
  else projectReceived(tables, before, event);
};
