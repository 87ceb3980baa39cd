import { removeDraft } from "../../api/pending";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { placeOfUnsent } from "../../store/pending";
import { keyOf } from "../../store/place";
import { shortTimestamp } from "../../ui/time";
import { words } from "../../words/en";
import { PendingPage, PlaceLink } from "./pending-page";

/** Messages that couldn't be sent from here, and the user's drafts from all devices, newest first. */
export const DraftsPage = () => {
  const app = useApp();
  const { store } = app;
  const has24Hours = store.settings.value.twenty_four_hour_time === true;
  const unsent = app.outbox.unsent.value.filter(({ problem }) => problem !== undefined);
  const drafts = [...store.drafts.value.values()].sort((a, b) => b.timestamp - a.timestamp);
  return (
    <PendingPage
      title={words.drafts}
      isEmpty={drafts.length === 0 && unsent.length === 0}
      hint={words.noDrafts}
    >
      {unsent.map(({ key, place, content, problem }) => (
        <li key={key}>
          <div class="pending-head">
            <PlaceLink place={place} />
          </div>
          <p class="source" dir="auto">
            {content}
          </p>
          <p class="problem">{problem || words.notSent}</p>
          <div class="form-actions">
            <button type="button" class="plain" onClick={() => app.outbox.retry(key)}>
              {words.retry}
            </button>
            <button type="button" class="plain" onClick={() => app.outbox.discard(key)}>
              {words.discard}
            </button>
          </div>
        </li>
      ))}
      {drafts.map((draft) => {
        const place = placeOfUnsent(draft, store.ownId);
        return (
          <li key={draft.id}>
            <div class="pending-head">
              <PlaceLink place={place} />
              <span class="soft when">{shortTimestamp(draft.timestamp, has24Hours)}</span>
            </div>
            <p class="source" dir="auto">
              {draft.content}
            </p>
            <div class="form-actions">
              {place && (
                <button
                  type="button"
                  class="plain"
                  onClick={() => app.go({ screen: "narrow", narrow: narrowOf(place, store.ownId) })}
                >
                  {words.keepWriting}
                </button>
              )}
              <button
                type="button"
                class="plain"
                onClick={() => {
                  if (place) app.drafts.write(keyOf(place), undefined, "");
                  void app.attempt(removeDraft(draft.id));
                }}
              >
                {words.discard}
              </button>
            </div>
          </li>
        );
      })}
    </PendingPage>
  );
};
