import { removeReminder } from "../../api/reminders";
import { type App, useApp } from "../../app/app";
import { Html } from "../../ui/html";
import { dateAndTime } from "../../ui/time";
import type { Reminder } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { reminderWords } from "../../words/en-reminders";
import { PendingPage } from "./pending-page";

const remove = async (app: App, { reminder_id }: Reminder): Promise<void> => {
  if (await app.attempt(removeReminder(reminder_id))) app.showToast({ text: reminderWords.reminderRemoved });
};

/** The user's reminders, the next one first. */
export const RemindersPage = () => {
  const app = useApp();
  const list = [...app.store.reminders.value.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  return (
    <PendingPage title={words.reminders} isEmpty={list.length === 0} hint={reminderWords.noReminders}>
      {list.map((one) => (
        <li key={one.reminder_id}>
          <div class="pending-head">
            <span class="soft when">{dateAndTime(one.scheduled_delivery_timestamp * 1000)}</span>
          </div>
          <Html html={one.rendered_content} />
          <div class="form-actions">
            <a
              class="plain"
              href={app.href({ screen: "narrow", narrow: [], near: one.reminder_target_message_id })}
            >
              {deferredWords.toMessage}
            </a>
            <button type="button" class="plain" onClick={() => void remove(app, one)}>
              {deferredWords.delete}
            </button>
          </div>
        </li>
      ))}
    </PendingPage>
  );
};
