import { mayPass } from "../../api/http";
import { cancelScheduled } from "../../api/scheduled";
import type { App } from "../../app/app";
import { placeOfUnsent } from "../../store/pending";
import { keyOf } from "../../store/place";
import type { ScheduledMessage } from "../../wire/wire";
import { pendingWords } from "../../words/en-pending";

type Scheduled = ReadonlyMap<number, ScheduledMessage>;

/** The key of an unsaved edit, which stays on this device. */
export const scheduledKeyOf = (id: number): string => `scheduled ${id}`;

/** The scheduled messages that are being taken back from here. */
const underWay = new Set<number>();

/** Makes a draft of the unsaved edit of a message that is gone. */
const makeDraft = (app: App, one: ScheduledMessage): void => {
  const key = scheduledKeyOf(one.scheduled_message_id);
  const text = app.drafts.textOf(key);
  if (text === "") return;
  const place = placeOfUnsent(one, app.store.ownId);
  app.drafts.write(key, undefined, "");
  if (place === undefined) return;
  app.uploads.insert({ draftKey: keyOf(place), place }, text);
  app.showToast({ text: pendingWords.scheduledIsGone });
};

/**
 * Cancels a scheduled message, so that its text can be edited. If the answer is lost, the message may be gone anyway, so the text is
 * stored like an unsaved edit.
 */
export const takeFromSchedule = async (app: App, id: number, content: string): Promise<boolean> => {
  const one = app.store.scheduled.peek().get(id);
  underWay.add(id);
  const key = scheduledKeyOf(id);
  const isDone = await app.attempt(
    cancelScheduled(id).catch((error) => {
      if (mayPass(error) && app.drafts.textOf(key) === "") app.drafts.write(key, undefined, content);
      throw error;
    }),
  );
  underWay.delete(id);
  if (isDone) app.drafts.write(key, undefined, "");
  // Its event has come before the failure.
  else if (one && !app.store.scheduled.peek().has(id)) makeDraft(app, one);
  return isDone;
};

/** Makes drafts of the unsaved edits of scheduled messages that were sent, or deleted elsewhere. */
export const rescueScheduled = (app: App, before: Scheduled, after: Scheduled): void => {
  // One window does it for all.
  if (!app.leads()) return;
  for (const [id, one] of before) if (!after.has(id) && !underWay.has(id)) makeDraft(app, one);
};
