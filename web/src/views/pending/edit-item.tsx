import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchMessage } from "../../api/requests";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { editKeyOf, messageOfEdit } from "../../offline/draft-keys";
import { mayEdit } from "../../store/message-rights";
import { placeOf } from "../../store/place";
import { copyText } from "../../ui/clipboard";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { pendingWords } from "../../words/en-pending";
import { DraftItem } from "./draft-item";

/** An unsaved edit of a message. The message may have been deleted since, or be out of reach. */
export const EditItem = ({ draftKey }: { readonly draftKey: string }) => {
  const app = useApp();
  const { drafts, editing, store } = app;
  const id = messageOfEdit(draftKey);
  const message = useSignal<Message | undefined>(undefined);
  const isGone = useSignal(false);
  useEffect(() => {
    fetchMessage(id).then(
      (found) => {
        message.value = found.message;
      },
      () => {
        isGone.value = true;
      },
    );
  }, [id, message, isGone]);
  const text = drafts.textOf(draftKey);
  const found = message.value;
  const place = found && placeOf(found);
  const isSame = found !== undefined && editKeyOf(found) === draftKey;
  return (
    <DraftItem
      place={place}
      nowhere={isGone.value ? cardWords.outOfReach : words.loading}
      content={text}
      when={cardWords.isEdit}
      onDiscard={() => {
        if (editing.value === id) editing.value = undefined;
        drafts.write(draftKey, undefined, "");
      }}
    >
      {place && isSame && mayEdit(store, found, Date.now() / 1000) && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            editing.value = id;
            app.go({ screen: "narrow", narrow: narrowOf(place, store.ownId), near: id });
          }}
        >
          {pendingWords.keepWriting}
        </button>
      )}
      <button
        type="button"
        class="plain"
        onClick={() => {
          void copyText(text).then(() => {
            app.showToast({ text: words.copied });
          });
        }}
      >
        {words.copy}
      </button>
    </DraftItem>
  );
};
