import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { fetchTopics } from "../../api/topics";
import { useApp } from "../../app/app";
import type { Names } from "../../app/location";
import { readSearch, takeTerms, unfinishedWord, writeSearch } from "../../app/search-words";
import { noteResults, returnToReading } from "../../list/reading-focus";
import { type Narrow, narrowKey } from "../../store/narrow";
import { Icon } from "../../ui/icon";
import { Layer } from "../../ui/use-layer";
import { words } from "../../words/en";
import { deferred, loadDeferred } from "../lazy/lazy-views";
import type { Offer } from "./search-offers";

const isText = ({ operator, negated }: Narrow[number]): boolean => operator === "search" && !negated;

/** Whether the text ends with an operator whose operand is only the beginning of a name. */
const isUnclear = (text: string, names: Names): boolean => {
  const last = unfinishedWord(text);
  return /^-?[a-z-]+:./i.test(last) && readSearch(last, names).some(isText);
};

/** Whether the search box of the last screen had the focus when a suggestion led to the next one. */
let isTypedOn = false;

/** Searches by text and by operators such as `sender:ana has:link`, which it suggests and turns into pills. */
export const SearchBox = ({ narrow, isQuery }: { readonly narrow: Narrow; readonly isQuery: boolean }) => {
  const app = useApp();
  const shown = isQuery ? narrow : [];
  const terms = useSignal<Narrow>([]);
  const text = useSignal("");
  const isOpen = useSignal(false);
  const at = useSignal(-1);
  const topics = useSignal<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const isRepeating = useRef(false);
  const key = narrowKey(shown);
  useEffect(() => {
    terms.value = shown.filter((term) => !isText(term));
    text.value = writeSearch(shown.filter(isText), app.names);
  }, [key]);

  useLayoutEffect(() => {
    const element = field.current;
    if (isTypedOn) {
      element?.focus();
      // The results are on screen already.
      isOpen.value = false;
    }
    isTypedOn = false;
    return () => {
      isTypedOn = isRepeating.current && document.activeElement === element;
    };
  }, [isOpen]);

  const parts = deferred.value;
  const offers: readonly Offer[] =
    isOpen.value && parts ? parts.searchOffers(app, terms.value, text.value, topics.value) : [];
  const wantsTopics = isOpen.value && /(?:^|\s)-?topic:\S*$/.test(text.value);
  const channelId = wantsTopics ? parts?.channelToSearch(app, terms.value) : undefined;
  useEffect(() => {
    topics.value = [];
    if (channelId === undefined) return;
    fetchTopics(channelId).then(
      (found) => {
        topics.value = found.map(({ name }) => name).filter(Boolean);
      },
      () => undefined,
    );
  }, [channelId, topics]);
  const write = (next: string) => {
    const { terms: more, rest } = takeTerms(next, app.names);
    if (more.length > 0) terms.value = [...terms.value, ...more];
    text.value = rest;
    at.value = -1;
  };
  const go = (wanted: Narrow) => {
    isOpen.value = false;
    if (wanted.length === 0) return;
    // A quick search can come before the parts have loaded.
    void loadDeferred().then(
      (loaded) => loaded.rememberSearch(app.store.ownId, wanted),
      () => undefined,
    );
    app.go({ screen: "narrow", narrow: wanted });
    if (!isRepeating.current) noteResults();
  };
  const take = ({ terms: more, text: start, recent, run }: Offer) => {
    if (run) return run();
    if (recent) return go(recent);
    const before = text.value.slice(0, text.value.length - unfinishedWord(text.value).length);
    if (more) terms.value = [...terms.value, ...more];
    text.value = before + (start ?? "");
    at.value = -1;
    field.current?.focus();
  };
  const drop = (index: number) => {
    terms.value = terms.value.filter((_, one) => one !== index);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offers[at.value] ?? (isUnclear(text.value, app.names) ? offers[0] : undefined);
    const isAtStart = field.current?.selectionStart === 0 && field.current.selectionEnd === 0;
    if (event.key === "ArrowDown") at.value = Math.min(offers.length - 1, at.value + 1);
    else if (event.key === "ArrowUp") at.value = Math.max(-1, at.value - 1);
    else if (event.key === "Enter" && chosen) {
      isRepeating.current = chosen.recent !== undefined;
      take(chosen);
    } else if (event.key === "Enter") go([...terms.value, ...readSearch(text.value, app.names)]);
    else if (event.key === "Backspace" && isAtStart && terms.value.length > 0) drop(terms.value.length - 1);
    else if (event.key === "Escape") {
      isOpen.value = false;
      returnToReading();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shows = offers.length > 0;
  return (
    <search class={isQuery ? "search query" : "search"}>
      <Icon name="search" />
      {isOpen.value && <Layer onClose={() => field.current?.blur()} />}
      <div class="search-field field">
        {terms.value.map((term, index) => (
          <button
            key={`${index} ${narrowKey([term])}`}
            type="button"
            class="pill"
            aria-label={words.remove(writeSearch([term], app.names))}
            onClick={() => drop(index)}
          >
            <span class="one-line" dir="auto">
              {writeSearch([term], app.names)}
            </span>
            ×
          </button>
        ))}
        <input
          id="search"
          ref={field}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shows}
          {...(shows && { "aria-controls": "search-offers" })}
          {...(shows && at.value >= 0 && { "aria-activedescendant": `offer-${at.value}` })}
          aria-label={words.search}
          placeholder={terms.value.length > 0 ? "" : words.search}
          autocomplete="off"
          autocapitalize="none"
          dir="auto"
          value={text.value}
          onFocus={() => {
            isOpen.value = true;
            // If it doesn't load, people can still search, only without suggestions.
            void loadDeferred().catch(() => undefined);
          }}
          onBlur={() => {
            isOpen.value = false;
          }}
          onInput={(event) => {
            isOpen.value = true;
            write(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {shows && (
        <div class="menu offers" role="listbox" id="search-offers" aria-label={words.suggestions}>
          {offers.map((one, index) => (
            <div
              key={`${one.recent ? "recent " : ""}${one.label}`}
              id={`offer-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at.value}
              onPointerDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              {one.recent && <Icon name="clock" />}
              <span dir="auto">{one.label}</span>
            </div>
          ))}
        </div>
      )}
    </search>
  );
};
