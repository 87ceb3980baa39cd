import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { readSearch, writeSearch } from "../../app/search-words";
import type { Narrow } from "../../store/narrow";
import { Icon } from "../../ui/icon";
import { matchRank } from "../../ui/ranking";
import { words } from "../../words/en";

const offered = [
  "is:unread",
  "is:mentioned",
  "is:starred",
  "is:dm",
  "is:followed",
  "is:resolved",
  "has:link",
  "has:image",
  "has:attachment",
  "has:reaction",
  "channel:",
  "topic:",
  "sender:",
  "dm:",
];

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);

/** Searches by text and by operators such as `sender:ana has:link`, which it suggests. */
export const SearchBox = ({ narrow, isQuery }: { readonly narrow: Narrow; readonly isQuery: boolean }) => {
  const app = useApp();
  const written = isQuery ? writeSearch(narrow, app.names) : "";
  const text = useSignal(written);
  const isOpen = useSignal(false);
  const at = useSignal(-1);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    text.value = written;
  }, [written, text]);

  const last = /\S*$/.exec(text.value)?.[0] ?? "";
  /** Spectators have no messages of their own to search for. */
  const operators = app.isSpectator ? offered.filter((one) => !/^(?:is|dm):/.test(one)) : offered;
  const suggestions = ((): readonly string[] => {
    if (last === "") return text.value === "" ? operators.slice(0, 6) : [];
    const [, operator, start = ""] = /^(-?(?:channel|sender|dm|from|stream)):"?(.*)$/.exec(last) ?? [];
    if (operator === undefined)
      return operators.filter((one) => one.startsWith(last.toLowerCase())).slice(0, 6);
    const { people, channels } = app.store;
    const names = /channel|stream/.test(operator)
      ? [...channels.value.known.values()].map(({ name }) => name)
      : [...people.value.users.values()].filter((one) => one.is_active).map((one) => one.full_name);
    return names
      .filter((name) => matchRank(name, start) !== undefined)
      .slice(0, 6)
      .map((name) => `${operator}:${quoted(name)}`);
  })();
  const search = () => {
    const wanted = readSearch(text.value, app.names);
    isOpen.value = false;
    if (wanted.length > 0) app.go({ screen: "narrow", narrow: wanted });
  };
  const take = (suggestion: string) => {
    text.value = `${text.value.slice(0, text.value.length - last.length)}${suggestion}${suggestion.endsWith(":") ? "" : " "}`;
    at.value = -1;
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = suggestions[at.value];
    if (event.key === "ArrowDown") at.value = Math.min(suggestions.length - 1, at.value + 1);
    else if (event.key === "ArrowUp") at.value = Math.max(-1, at.value - 1);
    else if (event.key === "Enter" && chosen && isOpen.value) take(chosen);
    else if (event.key === "Enter") search();
    else if (event.key === "Escape") {
      isOpen.value = false;
      field.current?.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shows = isOpen.value && suggestions.length > 0;
  return (
    <search class="search">
      <Icon name="search" />
      <input
        id="search"
        ref={field}
        class="field"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shows}
        {...(shows && { "aria-controls": "search-offers" })}
        {...(shows && at.value >= 0 && { "aria-activedescendant": `offer-${at.value}` })}
        aria-label={words.search}
        placeholder={words.search}
        autocomplete="off"
        value={text.value}
        onFocus={() => {
          isOpen.value = true;
        }}
        onBlur={() => {
          isOpen.value = false;
        }}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          isOpen.value = true;
          at.value = -1;
        }}
        onKeyDown={onKeyDown}
      />
      {shows && (
        <div class="menu offers" role="listbox" id="search-offers" aria-label={words.suggestions}>
          {suggestions.map((one, index) => (
            <div
              key={one}
              id={`offer-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at.value}
              onPointerDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              {one}
            </div>
          ))}
        </div>
      )}
    </search>
  );
};
