import { useApp } from "../../app/app";
import { placeOfUnsent } from "../../store/pending";
import { keyOf, type Place } from "../../store/place";
import { dateAndTime } from "../../ui/time";
import { pendingWords } from "../../words/en-pending";

/** Says above the compose box which messages will be sent to its conversation, or couldn't be. */
export const ScheduledHere = ({ place }: { readonly place: Place }) => {
  const { href, store } = useApp();
  const here = [...store.scheduled.value.values()].filter((one) => {
    const to = placeOfUnsent(one, store.ownId);
    return to !== undefined && keyOf(to) === keyOf(place);
  });
  const times = here.filter(({ failed }) => !failed).map((one) => one.scheduled_delivery_timestamp * 1000);
  const failures = here.length - times.length;
  if (here.length === 0) return null;
  return (
    <p class="list-note soft">
      {times.length > 0 && (
        <span>{pendingWords.scheduledHere(times.length, dateAndTime(Math.min(...times)))}</span>
      )}
      {failures > 0 && <span class="problem">{pendingWords.failedHere(failures)}</span>}
      <a class="link" href={href({ screen: "scheduled" })}>
        {pendingWords.viewScheduled}
      </a>
    </p>
  );
};
