import { useApp } from "../../app/app";
import type { Place } from "../../store/place";
import { topicRights } from "../../store/rights";
import { isResolved } from "../../store/topic";
import { words } from "../../words/en";
import { topicWords } from "../../words/en-topics";
import { toggleResolved } from "../topics/topic-actions";

interface Props {
  readonly content: string;
  readonly place: Place | undefined;
}

/** Says that a message continues a conversation that was marked as resolved. */
export const ResolvedNote = ({ content, place }: Props) => {
  const app = useApp();
  if (place?.kind !== "topic" || !isResolved(place.topic) || content.trim() === "") return null;
  const { channelId, topic } = place;
  return (
    <p class="compose-note soft">
      <span role="status">{topicWords.isResolved}</span>{" "}
      {topicRights(app.store, channelId).resolve && (
        <button
          type="button"
          class="link"
          onClick={() => void app.attempt(toggleResolved(app, channelId, topic))}
        >
          {words.unresolve}
        </button>
      )}
    </p>
  );
};
