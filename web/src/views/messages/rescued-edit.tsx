import { useEffect, useRef } from "preact/hooks";
import { type App, useApp } from "../../app/app";
import { insertIntoCompose } from "../../app/insert-into-compose";
import { placeIn } from "../../app/location";
import { editKeyOf } from "../../offline/draft-keys";
import { keyOf, placeOf } from "../../store/place";
import type { Message } from "../../wire/wire";
import { cardWords } from "../../words/en-cards";
import { dequeue } from "../compose/after-uploads";
import { refusalOf } from "../compose/refusal";

/** Moves the unsaved edit of a message that is gone to the compose box of its conversation. */
const rescue = (app: App, message: Message): void => {
  const { drafts, store, location, composing, uploads } = app;
  app.editing.value = undefined;
  const editKey = editKeyOf(message);
  const place = placeOf(message);
  const key = keyOf(place);
  // An unsaved edit isn't sent without being asked for.
  dequeue(app, editKey);
  uploads.move(editKey, { draftKey: key, place });
  const text = drafts.textOf(editKey);
  if (text === "") return;
  const at = location.peek();
  const shown = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
  const there = drafts.textOf(key);
  const between = there === "" ? "" : "\n\n";
  const hasField = there !== "" || refusalOf(store, place) === undefined;
  // A field on screen holds its own text, and stores it.
  if (shown && keyOf(shown) === key && composing.peek() === undefined && hasField)
    insertIntoCompose(`${between}${text}`);
  else drafts.write(key, place, `${there}${between}${text}`);
  drafts.write(editKey, undefined, "");
  app.showToast({ text: cardWords.editedIsGone });
};

/** Keeps the text of an edit whose message somebody deletes, or moves where the user can't follow. */
export const RescuedEdit = () => {
  const app = useApp();
  const id = app.editing.value;
  const message = id === undefined ? undefined : app.store.messageStore.signalOf(id).value;
  const last = useRef<Message | undefined>(undefined);
  useEffect(() => {
    const gone = last.current;
    last.current = message;
    if (message === undefined && gone !== undefined && gone.id === id) rescue(app, gone);
  }, [message, id, app]);
  return null;
};
