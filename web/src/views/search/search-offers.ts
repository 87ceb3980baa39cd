import type { App } from "../../app/app";
import { channelIdIn } from "../../app/location";
import { readSearch, unfinishedWord, writeSearch } from "../../app/search-words";
import type { Narrow } from "../../store/narrow";
import { bestNames, bestOf } from "../../ui/best-of";
import { closenessTo } from "../../ui/closeness";
import { recentSearches } from "./recent-searches";

/** A suggestion in the search field. */
export interface Offer {
  readonly label: string;
  /** The terms it adds. */
  readonly terms?: Narrow;
  /** The text to go on from: an operator without its operand. */
  readonly text?: string;
  /** A whole search from before, to repeat at once. */
  readonly recent?: Narrow;
}

const operators = [
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
const most = 6;
const mostRecent = 4;

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
  return bestOf(active, (one) => one.full_name, start, most, closenessTo(app.store)).map(
    (one) => one.full_name,
  );
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
  // Spectators have no messages of their own to search for.
  const offered = app.isSpectator ? operators.filter((one) => !/^(?:is|dm):/.test(one)) : operators;
  const whole = (label: string): Offer =>
    label.endsWith(":") ? { label, text: label } : { label, terms: readSearch(label, app.names) };
  const last = unfinishedWord(text);
  if (last === "") {
    if (text !== "") return [];
    const recent = terms.length > 0 ? [] : recentSearches(app.store.ownId).slice(0, mostRecent);
    return [
      ...recent.map((narrow): Offer => ({ label: writeSearch(narrow, app.names), recent: narrow })),
      ...offered.slice(0, most).map(whole),
    ];
  }
  const [, operator, start = ""] = /^-?(channel|topic|sender|dm|from|stream):"?([^"]*)"?$/s.exec(last) ?? [];
  if (operator === undefined)
    return offered
      .filter((one) => one.startsWith(last.toLowerCase()))
      .slice(0, most)
      .map(whole);
  const minus = last.startsWith("-") ? "-" : "";
  return namesFor(app, operator, start, topics).map((name) => whole(`${minus}${operator}:${quoted(name)}`));
};
