import type { App } from "../../app/app";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { readSearch, unfinishedWord, writeSearch } from "../../app/search-words";
import type { Narrow } from "../../store/narrow";
import { bestNames, bestOf } from "../../ui/best-of";
import { closenessTo } from "../../ui/closeness";
import { searchWords } from "../../words/en-search";
import { recentSearches } from "./recent-searches";
import { isOffered, searchTable } from "./search-table";

/** A suggestion in the search field. */
export interface Offer {
  readonly label: string;
  /** The terms it adds. */
  readonly terms?: Narrow;
  /** The text to continue from: an operator without its operand. */
  readonly text?: string;
  /** A whole search from before, to repeat at once. */
  readonly recent?: Narrow;
  /** What it does instead of adding anything. */
  readonly run?: () => void;
}

const showFilters = ({ dialog }: App): void => {
  dialog.value = { kind: "filters" };
};

const filters = searchTable.flatMap(([, group]) => group);
const most = 6;
/** How many channels and people are offered for a word without an operator. */
const mostNamed = 2;
const mostRecent = 4;

/** An operator whose operand is a name, with the beginning of one. */
const named = /^(channel|topic|sender|mentions|dm|dm-including|from|stream|pm-with):"?([^"]*)"?$/is;

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);

const namesFor = (
  app: App,
  operator: string,
  start: string,
  topics: readonly string[],
): readonly string[] => {
  const { people, channels } = app.store;
  if (operator === "topic") return bestNames(topics, start, most);
  if (/channel|stream/.test(operator))
    return bestOf([...channels.value.known.values()], ({ name }) => name, start, most).map(
      ({ name }) => name,
    );
  const active = [...people.value.users.values()].filter((one) => one.is_active);
  const names = bestOf(active, (one) => one.full_name, start, most, closenessTo(app.store)).map(
    (one) => one.full_name,
  );
  return operator === "sender" && "me".startsWith(start.toLowerCase()) ? ["me", ...names] : names;
};

/** The conversation on screen and its channel, to search in; nothing once the search says where. */
const hereOffers = (app: App, terms: Narrow, word: string): readonly Offer[] => {
  const at = app.location.value;
  const isSaid = terms.some(({ operator }) => /^(?:channels?|topic|dm)$/.test(operator));
  if (isSaid || at.screen !== "narrow") return [];
  const place = placeIn(at.narrow, app.store.ownId);
  const channelId = channelIdIn(at.narrow);
  const narrows: Narrow[] = [];
  if (place && !(place.kind === "topic" && place.topic === ""))
    narrows.push(narrowOf(place, app.store.ownId));
  if (channelId !== undefined) narrows.push([{ operator: "channel", operand: channelId }]);
  return narrows.map((narrow) => ({ label: writeSearch(narrow, app.names), terms: narrow, text: word }));
};

/** The channel whose topics a search can name. */
export const channelToSearch = (app: App, terms: Narrow): number | undefined => {
  const at = app.location.value;
  return channelIdIn(terms) ?? (at.screen === "narrow" ? channelIdIn(at.narrow) : undefined);
};

/** What to suggest for the terms and the text so far; the caller supplies the topics of the channel. */
export const searchOffers = (
  app: App,
  terms: Narrow,
  text: string,
  topics: readonly string[],
): readonly Offer[] => {
  const offered = filters.filter((one) => isOffered(app, one));
  const whole = (label: string): Offer =>
    label.endsWith(":") ? { label, text: label } : { label, terms: readSearch(label, app.names) };
  const last = unfinishedWord(text);
  if (last === "") {
    if (text !== "") return [];
    const here = hereOffers(app, terms, "");
    const recent = terms.length > 0 ? [] : recentSearches(app.store.ownId).slice(0, mostRecent);
    return [
      ...here,
      ...recent.map((narrow): Offer => ({ label: writeSearch(narrow, app.names), recent: narrow })),
      ...offered.slice(0, most).map(whole),
      { label: searchWords.allFilters, run: () => showFilters(app) },
    ];
  }
  const minus = last.startsWith("-") ? "-" : "";
  const word = last.slice(minus.length);
  const [, typed, start = ""] = named.exec(word) ?? [];
  const offersFor = (operator: string, begun: string, count: number): readonly Offer[] =>
    namesFor(app, operator, begun, topics)
      .slice(0, count)
      .map((name) => whole(`${minus}${operator}:${quoted(name)}`));
  if (typed !== undefined) return offersFor(typed.toLowerCase(), start, most);
  const begun = offered.filter((one) => one.startsWith(word.toLowerCase())).slice(0, most);
  const fitting = begun.map((one) => whole(`${minus}${one}`));
  if (word === "" || word.includes(":")) return fitting;
  const naming = app.isSpectator ? ["channel", "sender"] : ["channel", "sender", "dm"];
  return [
    ...fitting,
    ...naming.flatMap((operator) => offersFor(operator, word, mostNamed)),
    ...hereOffers(app, terms, last),
  ].slice(0, most);
};
