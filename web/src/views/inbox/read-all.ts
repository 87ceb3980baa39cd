import { markAllRead } from "../../api/message-requests";
import type { App } from "../../app/app";
import { markUnread, readWithUndo } from "../../app/read-with-undo";
import { readAllWords } from "../../words/en-read-all";
import { topicWords } from "../../words/en-topics";

/** With more unread messages than these, the user is asked first. */
export const mostUnasked = 300;

type ReadingApp = Pick<App, "attempt" | "showToast" | "dialog"> & {
  readonly store: Pick<App["store"], "unread">;
};

const server = { markAllRead, markUnread };

/** Marks all messages as read, in muted conversations too. */
export const readAll = (app: ReadingApp, { markAllRead, markUnread } = server): void => {
  const unread = (): readonly number[] =>
    [...app.store.unread.peek().places.values()].flatMap((place) => [...place.ids]);
  const { isCut } = app.store.unread.peek();
  const { length } = unread();
  if (length <= mostUnasked && !isCut) return void readWithUndo(app, unread(), markAllRead(), markUnread);
  app.dialog.value = {
    kind: "confirm",
    text: readAllWords.readAllQuestion(length, isCut),
    label: readAllWords.readAll,
    run: () => {
      if (!isCut) return void readWithUndo(app, unread(), markAllRead(), markUnread);
      void app.attempt(markAllRead()).then((isDone) => {
        if (isDone) app.showToast({ text: topicWords.markedRead });
      });
    },
  };
};
