import { subscribe } from "../../api/channels";
import { useApp } from "../../app/app";
import { mayJoin } from "../../store/rights";
import { deferredWords } from "../../words/en-deferred";
import { listNoteWords } from "../../words/en-list-notes";

/** Says that messages may be missing, in a list that shows what this browser has stored. */
export const StoredOnly = () => (
  <p class="list-note soft" role="status">
    {listNoteWords.storedOnly}
  </p>
);

/** Offers to join a channel that is read without being in it, or that the user was just removed from. */
export const NotJoined = ({ channelId }: { readonly channelId: number }) => {
  const app = useApp();
  const { known, subscribed } = app.store.channels.value;
  const channel = known.get(channelId);
  if (!channel || channel.is_archived || subscribed.has(channelId) || !mayJoin(app.store, channel))
    return null;
  return (
    <p class="list-note soft" role="status">
      {listNoteWords.notJoined}
      <button type="button" class="plain" onClick={() => void app.attempt(subscribe(channel.name))}>
        {deferredWords.subscribe}
      </button>
    </p>
  );
};
