import type { ComponentChildren } from "preact";
import { useApp } from "../../app/app";
import { insertIntoCompose } from "../../app/insert-into-compose";
import { narrowOf } from "../../app/location";
import type { Place } from "../../store/place";
import { deferredWords } from "../../words/en-deferred";
import { pendingWords } from "../../words/en-pending";
import { PlaceLink } from "./pending-page";

interface DraftItemProps {
  readonly place: Place | undefined;
  /** What to say without a place. */
  readonly nowhere?: string | undefined;
  readonly content: string;
  readonly when: string;
  readonly onDiscard: () => void;
  /** Buttons to use instead of the one that continues in the place's compose box. */
  readonly children?: ComponentChildren;
}

/** A text that isn't sent yet. */
export const DraftItem = ({ place, nowhere, content, when, onDiscard, children }: DraftItemProps) => {
  const app = useApp();
  return (
    <li>
      <div class="pending-head">
        <PlaceLink place={place} nowhere={nowhere} />
        <span class="soft when">{when}</span>
      </div>
      <p class="source" dir="auto">
        {content}
      </p>
      <div class="form-actions">
        {children ??
          (place && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                app.go({ screen: "narrow", narrow: narrowOf(place, app.store.ownId) });
                insertIntoCompose("");
              }}
            >
              {pendingWords.keepWriting}
            </button>
          ))}
        <button type="button" class="plain" onClick={onDiscard}>
          {deferredWords.discard}
        </button>
      </div>
    </li>
  );
};
