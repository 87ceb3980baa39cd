import { useApp } from "../../app/app";
import { keyOf, type Place } from "../../store/place";
import { words } from "../../words/en";

/** Outgoing messages, as typed. */
export const UnsentRows = ({ place }: { readonly place: Place }) => {
  const { outbox } = useApp();
  const here = outbox.unsent.value.filter((one) => keyOf(one.place) === keyOf(place));
  return (
    <>
      {here.map(({ key, content, problem }) => (
        <article class="row" key={key} aria-label={words.unsent}>
          <div class="message unsent">
            <div class="message-body">
              <p class="words source" dir="auto">
                {content}
              </p>
              {problem === undefined ? (
                <span class="soft">{words.sending}</span>
              ) : (
                <div class="edit-actions" role="alert">
                  <span class="problem">{problem === "" ? words.notSent : problem}</span>
                  <button type="button" class="plain" onClick={() => outbox.retry(key)}>
                    {words.retry}
                  </button>
                  <button type="button" class="plain" onClick={() => outbox.discard(key)}>
                    {words.discard}
                  </button>
                </div>
              )}
            </div>
          </div>
        </article>
      ))}
    </>
  );
};
