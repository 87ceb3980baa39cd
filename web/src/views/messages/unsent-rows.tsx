import { useApp } from "../../app/app";
import { keyOf, type Place } from "../../store/place";
import { words } from "../../words/en";
import { deferred } from "../lazy/lazy-views";

/** Outgoing messages, as typed. */
export const UnsentRows = ({ place }: { readonly place: Place }) => {
  const { outbox } = useApp();
  const parts = deferred.value;
  const here = outbox.unsent.value.filter((one) => keyOf(one.place) === keyOf(place));
  return (
    <>
      {here.map((one) => (
        <article class="row" key={one.key} aria-label={words.unsent}>
          <div class="message unsent">
            <div class="message-body">
              {parts ? (
                <parts.UnsentMessage one={one} />
              ) : (
                <>
                  <p class="words source" dir="auto">
                    {one.content}
                  </p>
                  <span class="soft">{words.sending}</span>
                </>
              )}
            </div>
          </div>
        </article>
      ))}
    </>
  );
};
