import type { Workings } from "../workings";
import { cancelScheduled } from "./cancel-scheduled";
import { listScheduled } from "./list-scheduled";
import { scheduleMessage } from "./schedule-message";
import { updateScheduled } from "./update-scheduled";

/** Messages to be sent later. */
export const scheduledMessageUseCases = (workings: Workings) => ({
  cancel: cancelScheduled(workings),
  list: listScheduled(workings),
  schedule: scheduleMessage(workings),
  update: updateScheduled(workings),
});
