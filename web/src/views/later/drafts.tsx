import { removeDraft } from "../../api/later";
import { useApp } from "../../app";
import { placeOfUnsent } from "../../store/later";
import { keyOf } from "../../store/place";
import { briefly } from "../../ui/time";
import { words } from "../../words/en";
import { narrowOf } from "../location";
import { LaterPage, PlaceLink } from "./later-page";

/** What the reader began to write, on any device; the newest first. */
export const DraftsPage = () => {
  const app = useApp();
  const { store } = app;
  const has24Hours = store.settings.value.twenty_four_hour_time === true;
  const drafts = [...store.drafts.value.values()].sort((a, b) => b.timestamp - a.timestamp);
  return (
    <LaterPage title={words.drafts} isEmpty={drafts.length === 0} hint={words.noDrafts}>
      {drafts.map((draft) => {
        const place = placeOfUnsent(draft, store.ownId);
        return (
          <li key={draft.id}>
            <div class="later-head">
              <PlaceLink place={place} />
              <span class="soft when">{briefly(draft.timestamp, has24Hours)}</span>
            </div>
            <p class="source" dir="auto">
              {draft.content}
            </p>
            <div class="form-acts">
              {place && (
                <button
                  type="button"
                  class="plain"
                  onClick={() => app.go({ screen: "narrow", narrow: narrowOf(place, store.ownId) })}
                >
                  {words.goOnWriting}
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
    </LaterPage>
  );
};
