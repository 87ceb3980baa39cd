import type { Workings } from "../workings";
import { archiveExpired } from "./archive-expired";
import { restoreMessages } from "./restore-messages";

/** Messages that were deleted, or are too old to keep. */
export const retentionUseCases = (workings: Workings) => ({
  archiveExpired: archiveExpired(workings),
  restore: restoreMessages(workings),
});
