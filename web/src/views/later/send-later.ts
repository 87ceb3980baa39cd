import { cancelScheduled, scheduleMessage } from "../../api/later";
import type { App } from "../../app";
import type { Place } from "../../store/place";
import type { Act } from "../../ui/menu";
import { shortly, whole } from "../../ui/time";
import { words } from "../../words/en";
import { timesFrom } from "./times";

interface Written {
  readonly place: Place;
  readonly content: string;
  /** Empties the field, or puts the words back. */
  readonly write: (text: string) => void;
}

/** Has what is written sent at a time, in Unix milliseconds, and offers to take that back. */
const sendAt = async (app: App, { place, content, write }: Written, at: number): Promise<void> => {
  let id = 0;
  const doing = scheduleMessage(place, content, Math.floor(at / 1000)).then((made) => {
    id = made;
  });
  if (!(await app.attempt(doing))) return;
  write("");
  app.toast.value = {
    text: words.scheduledFor(whole(at)),
    act: {
      label: words.undo,
      run: () =>
        void app.attempt(cancelScheduled(id)).then((isDone) => {
          if (isDone) write(content);
        }),
    },
  };
};

/** Times to send at, and the way to any other. */
export const actsForLater = (app: App, written: Written): readonly Act[] => [
  ...timesFrom(Date.now()).map(
    ({ name, at }): Act => ({
      icon: "clock",
      label: `${words.times[name]}, ${shortly(at)}`,
      run: () => void sendAt(app, written, at),
    }),
  ),
  {
    icon: "edit",
    label: words.otherTime,
    run: () => {
      app.dialog.value = { kind: "time", choose: (at) => void sendAt(app, written, at) };
    },
  },
  { icon: "list", label: words.scheduledMessages, run: () => app.go({ screen: "scheduled" }) },
];
