import type { App } from "../../app/app";
import { composeTarget, insertIntoCompose } from "../../app/insert-into-compose";
import { narrowOf } from "../../app/location";
import { keyOf } from "../../store/place";

/** Goes to the conversation that a message is being written to, and takes the text along. */
export const goToComposed = (app: App): boolean => {
  const target = composeTarget.peek();
  if (target === undefined) return false;
  const { place, draftKey } = target;
  const key = keyOf(place);
  if (draftKey !== key) {
    const text = [app.drafts.textOf(key), app.drafts.textOf(draftKey)].filter(Boolean).join("\n\n");
    app.drafts.write(key, place, text);
    app.drafts.write(draftKey, undefined, "");
    app.uploads.move(draftKey, { draftKey: key, place });
  }
  app.go({ screen: "narrow", narrow: narrowOf(place, app.store.ownId) });
  insertIntoCompose("");
  return true;
};
