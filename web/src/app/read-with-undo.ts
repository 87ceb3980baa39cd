import { changeFlag } from "../api/requests";
import { deferredWords } from "../words/en-deferred";
import { topicWords } from "../words/en-topics";
import type { App } from "./app";
import { markUnreadAgain } from "./mark-unread";

/** Marks messages as unread. */
export const markUnread = (ids: readonly number[]): Promise<unknown> => changeFlag(ids, "remove", "read");

/** Marks messages as read by a request about all of them, and offers an undo. */
export const readWithUndo = async (
  app: Pick<App, "attempt" | "showToast">,
  ids: readonly number[],
  marking: Promise<unknown>,
  undo = markUnread,
): Promise<void> => {
  if (!(await app.attempt(marking))) return;
  app.showToast({
    text: topicWords.markedRead,
    act: { label: deferredWords.undo, run: () => void markUnreadAgain(app, ids, undo) },
  });
};
