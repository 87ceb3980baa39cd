import { useApp } from "../../app/app";
import { dayOf } from "../../ui/time";
import { words } from "../../words/en";

/** The day of a message, sent at a Unix time in seconds. Leads to other days. */
export const DayButton = ({ sentAt }: { readonly sentAt: number }) => {
  const app = useApp();
  return (
    <button
      type="button"
      class="day-button"
      title={words.jumpToDate}
      onClick={() => {
        app.dialog.value = { kind: "date", from: sentAt };
      }}
    >
      {dayOf(sentAt)}
    </button>
  );
};
