import { removeDraft } from "../../api/pending";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { chosenRecipients, discardUnaddressed } from "../../offline/chosen-recipients";
import { isEditKey, isForwardKey, isNewKey } from "../../offline/draft-keys";
import { editUnsent } from "../../offline/edit-unsent";
import { placeOfUnsent } from "../../store/pending";
import { directPlace, keyOf, topicPlace } from "../../store/place";
import { shortTimestamp } from "../../ui/time";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { pendingWords } from "../../words/en-pending";
import { DraftItem } from "./draft-item";
import { EditItem } from "./edit-item";
import { PendingPage, PlaceLink } from "./pending-page";

interface LocalDraftProps {
  readonly draftKey: string;
}

/** A draft of a conversation that only this device has. */
const PlacedDraft = ({ draftKey }: LocalDraftProps) => {
  const { drafts } = useApp();
  return (
    <DraftItem
      place={drafts.placeOf(draftKey)}
      content={drafts.textOf(draftKey)}
      when={pendingWords.onlyHere}
      onDiscard={() => discardUnaddressed(drafts, draftKey)}
    />
  );
};

/** A draft whose place was still to be chosen. It opens again as it was. */
const UnplacedDraft = ({ draftKey }: LocalDraftProps) => {
  const app = useApp();
  const { drafts, store } = app;
  const isDirect = draftKey.startsWith("new direct");
  const { channelId, topic, people } = chosenRecipients(drafts, draftKey);
  const place = isDirect
    ? people.length > 0 && directPlace([...people, store.ownId])
    : channelId !== undefined && topicPlace(channelId, topic);
  const nowhere = isForwardKey(draftKey)
    ? deferredWords.forward
    : isDirect
      ? words.newDirect
      : words.newTopic;
  return (
    <DraftItem
      place={place || undefined}
      nowhere={nowhere}
      content={drafts.textOf(draftKey)}
      when={pendingWords.onlyHere}
      onDiscard={() => discardUnaddressed(drafts, draftKey)}
    >
      <button
        type="button"
        class="plain"
        onClick={() => {
          app.go({ screen: "inbox" });
          app.composing.value = { kind: isDirect ? "direct" : "topic", draftKey };
        }}
      >
        {pendingWords.keepWriting}
      </button>
    </DraftItem>
  );
};

const LocalDraft = ({ draftKey }: LocalDraftProps) => {
  if (isEditKey(draftKey)) return <EditItem draftKey={draftKey} />;
  const isUnplaced = isForwardKey(draftKey) || isNewKey(draftKey);
  return isUnplaced ? <UnplacedDraft draftKey={draftKey} /> : <PlacedDraft draftKey={draftKey} />;
};

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
      {unsent.map((one) => {
        const { key, place, content, problem } = one;
        return (
          <li key={key}>
            <div class="pending-head">
              <PlaceLink place={place} />
            </div>
            <p class="source" dir="auto">
              {content}
            </p>
            <p class="problem">{problem || deferredWords.notSent}</p>
            <div class="form-actions">
              <button type="button" class="plain" onClick={() => app.outbox.retry(key)}>
                {deferredWords.retry}
              </button>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  editUnsent(app.outbox, one, content);
                  app.go({ screen: "narrow", narrow: narrowOf(place, store.ownId) });
                }}
              >
                {deferredWords.edit}
              </button>
              <button type="button" class="plain" onClick={() => app.outbox.discard(key)}>
                {deferredWords.discard}
              </button>
            </div>
          </li>
        );
      })}
      {local.map((key) => (
        <LocalDraft key={key} draftKey={key} />
      ))}
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
