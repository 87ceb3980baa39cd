import { removeDraft } from "../../api/pending";
import { useApp } from "../../app/app";
import { isEditKey, isForwardKey } from "../../offline/drafts";
import { placeOfUnsent } from "../../store/pending";
import { keyOf, placeOfKey } from "../../store/place";
import { shortTimestamp } from "../../ui/time";
import { words } from "../../words/en";
import { pendingWords } from "../../words/en-pending";
import { DraftItem } from "./draft-item";
import { EditItem } from "./edit-item";
import { PendingPage, PlaceLink } from "./pending-page";

/** Messages that couldn't be sent from here, edits that weren't saved, and the user's drafts from all devices, newest first. */
export const DraftsPage = () => {
  const app = useApp();
  const { store } = app;
  const has24Hours = store.settings.value.twenty_four_hour_time === true;
  const unsent = app.outbox.unsent.value.filter(({ problem }) => problem !== undefined);
  const drafts = [...store.drafts.value.values()].sort((a, b) => b.timestamp - a.timestamp);
  const local = app.localDrafts.value;
  return (
    <PendingPage
      title={words.drafts}
      isEmpty={drafts.length === 0 && local.length === 0 && unsent.length === 0}
      hint={pendingWords.noDrafts}
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
      {local.map((key) =>
        isEditKey(key) ? (
          <EditItem key={key} draftKey={key} />
        ) : (
          <DraftItem
            key={key}
            place={placeOfKey(key)}
            {...(isForwardKey(key) && { nowhere: words.forward })}
            content={app.drafts.textOf(key)}
            when={pendingWords.onlyHere}
            onDiscard={() => app.drafts.write(key, undefined, "")}
          >
            {isForwardKey(key) ? (
              <button
                type="button"
                class="plain"
                onClick={() => {
                  app.go({ screen: "inbox" });
                  app.composing.value = { kind: "topic", draftKey: key };
                }}
              >
                {pendingWords.keepWriting}
              </button>
            ) : undefined}
          </DraftItem>
        ),
      )}
      {drafts.map((draft) => {
        const place = placeOfUnsent(draft, store.ownId);
        return (
          <DraftItem
            key={draft.id}
            place={place}
            content={draft.content}
            when={shortTimestamp(draft.timestamp, has24Hours)}
            onDiscard={() => {
              if (place) app.drafts.write(keyOf(place), undefined, "");
              void app.attempt(removeDraft(draft.id));
            }}
          />
        );
      })}
    </PendingPage>
  );
};
