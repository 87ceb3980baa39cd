import type { App } from "../../app/app";
import { insertIntoCompose } from "../../app/insert-into-compose";
import { type Place, placeOf } from "../../store/place";
import type { Message } from "../../wire/wire";
import { refusalOf } from "../compose/refusal";

/** Whether the user can write to a conversation. If not, says why. */
export const mayWrite = (app: App, place: Place): boolean => {
  const refusal = refusalOf(app.store, place);
  if (refusal !== undefined) app.showToast({ text: refusal });
  return refusal === undefined;
};

/** Opens the compose box of a conversation, with some text. */
export const writeTo = (app: App, place: Place, text = ""): void => {
  if (!mayWrite(app, place)) return;
  app.composing.value = { place, kind: place.kind };
  insertIntoCompose(text);
};

/** Opens the compose box of the message's conversation. */
export const replyTo = (app: App, message: Message, text = ""): void => writeTo(app, placeOf(message), text);
