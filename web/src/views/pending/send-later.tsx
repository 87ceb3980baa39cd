import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { scheduleMessage } from "../../api/scheduled";
import { type App, useApp } from "../../app/app";
import { showWhile } from "../../app/show-while";
import type { Place } from "../../store/place";
import type { MenuAction } from "../../ui/menu";
import { dateAndTime } from "../../ui/time";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { pendingWords } from "../../words/en-pending";
import { MenuButton } from "../lazy/menu-button";
import { takeFromSchedule } from "./scheduled-edits";
import { timesFrom, weekdayAndTime } from "./suggested-times";

interface Written {
  readonly place: Place;
  readonly text: Signal<string>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly draftKey: string;
  /** Whether the draft syncs to all devices. */
  readonly isShared: boolean;
  readonly onChange: (text: string) => void;
}

/** Removes what was scheduled, unless the user went on writing, here or in another conversation. */
const clear = ({ drafts }: App, written: Written, content: string): void => {
  const { place, text, field, draftKey, isShared, onChange } = written;
  if (text.peek().trim() === content) {
    onChange("");
    field.current?.focus();
  } else if (drafts.textOf(draftKey).trim() === content)
    drafts.write(draftKey, isShared ? place : undefined, "");
};

/** Puts it back into the compose box, where the user may already have begun something else. */
const restore = ({ drafts }: App, { field, draftKey, onChange }: Written, content: string): void => {
  onChange([content, drafts.textOf(draftKey)].filter(Boolean).join("\n\n"));
  field.current?.focus();
};

/** Schedules the message at a time in Unix milliseconds, and offers an undo. */
const sendAt = async (app: App, written: Written, at: number): Promise<void> => {
  const content = written.text.peek().trim();
  let id = 0;
  const doing = scheduleMessage(written.place, content, Math.floor(at / 1000)).then((newId) => {
    id = newId;
  });
  if (!(await app.attempt(doing))) return;
  clear(app, written, content);
  const { scheduled } = app.store;
  const undo = async (): Promise<void> => {
    // It may have been edited since.
    const text = scheduled.peek().get(id)?.content ?? content;
    if (await takeFromSchedule(app, id, text)) restore(app, written, text);
  };
  const shown = {
    text: pendingWords.scheduledFor(dateAndTime(at)),
    act: { label: deferredWords.undo, run: () => void undo() },
  };
  showWhile(app, shown, () => scheduled.value.has(id));
};

/** Suggested times to send, and a way to pick any other. */
const sendLaterActions = (app: App, written: Written): readonly MenuAction[] => [
  ...timesFrom(Date.now()).map(
    ({ name, at }): MenuAction => ({
      icon: "clock",
      label: `${deferredWords.times[name]}, ${weekdayAndTime(at)}`,
      run: () => void sendAt(app, written, at),
    }),
  ),
  {
    icon: "edit",
    label: pendingWords.otherTime,
    run: () => {
      app.dialog.value = { kind: "time", choose: (at) => void sendAt(app, written, at) };
    },
  },
  { icon: "list", label: words.scheduledMessages, run: () => app.go({ screen: "scheduled" }) },
];

/** Schedules what is written instead of sending it. */
export const SendLater = (written: Written) => {
  const app = useApp();
  return (
    <MenuButton icon="clock" label={deferredWords.sendLater} actions={() => sendLaterActions(app, written)} />
  );
};
