import { markAllRead } from "../../api/message-requests";
import type { App } from "../../app/app";
import { markUnread, readWithUndo } from "../../app/read-with-undo";
import { readAllWords } from "../../words/en-read-all";
import { topicWords } from "../../words/en-topics";

/** With more unread messages than these, the user is asked first, instead of offered an undo. */
export const mostToUndo = 300;

type ReadingApp = Pick<App, "attempt" | "toast" | "dialog"> & {
  readonly store: Pick<App["store"], "unread">;
};

const server = { markAllRead, markUnread };

/** Marks all messages as read, in muted conversations too. */
export const readAll = (app: ReadingApp, { markAllRead, markUnread } = server): void => {
  const { places, isCut } = app.store.unread.value;
  const ids = [...places.values()].flatMap((place) => [...place.ids]);
  if (ids.length <= mostToUndo && !isCut) return void readWithUndo(app, ids, markAllRead(), markUnread);
  app.dialog.value = {
    kind: "confirm",
    text: readAllWords.readAllQuestion(ids.length, isCut),
    label: readAllWords.readAll,
    run: () =>
      void app.attempt(markAllRead()).then((isDone) => {
        if (isDone) app.toast.value = { text: topicWords.markedRead };
      }),
  };
};
