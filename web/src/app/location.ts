import { narrowUrl } from "../../../src/domain/narrow/narrow-url";
import type { Narrow, Term } from "../store/narrow";
import { type Place, sortedIds } from "../store/place";
import { decodePart, encodePart, slug } from "./url-parts";

export const channelParts = ["general", "permissions", "subscribers", "personal"] as const;
/** The tab of a channel's settings. */
type ChannelPart = (typeof channelParts)[number];

const channelListParts = ["new", "subscribed", "available", "archived"] as const;
/** Which channels the list of channels shows, if not all; or the form for a new one. */
export type ChannelListPart = (typeof channelListParts)[number];

/** The screen that the window shows, as its URL describes it. */
export type Location =
  | { readonly screen: "inbox" | "recent" | "drafts" | "scheduled" | "reminders" }
  | { readonly screen: "channels"; readonly part?: ChannelListPart }
  | { readonly screen: "settings" | "organization"; readonly section: string }
  | { readonly screen: "channel"; readonly channelId: number; readonly section: ChannelPart }
  | {
      readonly screen: "narrow";
      readonly narrow: Narrow;
      /** A message to scroll to. */
      readonly near?: number;
      /** A message whose conversation is meant, even after it has moved. */
      readonly with?: number;
    };

/** What is needed to read and write URLs. */
export interface Names {
  readonly ownId: number;
  channelName(id: number): string | undefined;
  channelId(name: string): number | undefined;
  userName(id: number): string | undefined;
  /** The user with a name or an email address. */
  userId(name: string): number | undefined;
}

/** Legacy names of operators. */
const operatorNames: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  subject: "topic",
  from: "sender",
  "pm-with": "dm",
  "pm-including": "dm-including",
  "group-pm-with": "dm-including",
};

/** The current name of an operator. */
export const currentOperator = (name: string): string =>
  Object.hasOwn(operatorNames, name) ? (operatorNames[name] ?? name) : name;

/** The current name of an operand that is a word. */
export const currentOperand = (operator: string, operand: string): string =>
  operator === "is" && operand === "private" ? "dm" : operand;

const channelIn = (operand: string, names: Names): number | string => {
  const id = /^(\d+)(?:-|$)/.exec(operand)?.[1];
  if (id !== undefined) return Number(id);
  const name = decodePart(operand);
  return names.channelId(name) ?? names.channelId(name.replaceAll("-", " ")) ?? name;
};

/** The people of an operand: ids, perhaps before names, email addresses, or "me". Those nobody has stay text. */
const peopleIn = (operand: string, names: Names): readonly number[] | string => {
  const text = decodePart(operand);
  if (text === "me") return [names.ownId];
  const named = text.includes("@") ? text.split(",").map((name) => names.userId(name)) : [undefined];
  if (named.every((id) => id !== undefined)) return named;
  const ids = /^([\d,]*\d)(?:,|-|$)/.exec(text)?.[1];
  return ids === undefined ? text : ids.split(",").filter(Boolean).map(Number);
};

/** The people of a direct conversation as the user's narrows list them: without the user, unless nobody else is there. */
const othersOf = (userIds: readonly number[], ownId: number): readonly number[] => {
  const others = sortedIds(userIds).filter((id) => id !== ownId);
  return others.length > 0 ? others : [ownId];
};

const operandIn = (operator: string, operand: string, names: Names): Term["operand"] => {
  switch (operator) {
    case "channel":
      return channelIn(operand, names);
    case "dm": {
      const people = peopleIn(operand, names);
      return typeof people === "string" ? people : othersOf(people, names.ownId);
    }
    case "dm-including":
      return peopleIn(operand, names);
    case "sender":
    case "mentions":
      return [peopleIn(operand, names)].flat()[0] ?? "";
    default:
      return currentOperand(operator, decodePart(operand));
  }
};

const readNarrow = (parts: readonly string[], names: Names): Location => {
  const narrow: Term[] = [];
  let near: number | undefined;
  let withId: number | undefined;
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const word = decodePart(parts[index] ?? "");
    const negated = word.startsWith("-");
    const operator = currentOperator(word.replace(/^-/, ""));
    const operand = parts[index + 1] ?? "";
    if (operator === "near") near = Number(operand) || undefined;
    else if (operator === "with") withId = Number(operand) || undefined;
    else narrow.push({ operator, operand: operandIn(operator, operand, names), ...(negated && { negated }) });
  }
  return {
    screen: "narrow",
    narrow,
    ...(near !== undefined && { near }),
    ...(withId !== undefined && { with: withId }),
  };
};

/** A channel's settings or the channel list, under the tab names that other clients use. */
const readChannel = ([id = "", ...rest]: readonly string[]): Location => {
  if (!/^\d+$/.test(id)) {
    const part = channelListParts.find((one) => one === (id === "notsubscribed" ? "available" : id));
    return { screen: "channels", ...(part && { part }) };
  }
  const section = channelParts.find((part) => part === rest.at(-1)) ?? "general";
  return { screen: "channel", channelId: Number(id), section };
};

/** The screen a URL asks for, or that the setting `web_home_view` names; `home` itself if no screen has this URL. */
export const readLocation = (hash: string, names: Names, home: Location = { screen: "inbox" }): Location => {
  const [word = "", ...parts] = hash.replace(/^#?\/?/, "").split("/");
  switch (word) {
    case "narrow":
      return readNarrow(parts, names);
    case "feed":
    case "all_messages":
      return { screen: "narrow", narrow: [] };
    case "recent":
    case "recent_topics":
      return { screen: "recent" };
    case "channels":
    case "streams":
      return readChannel(parts);
    case "inbox":
    case "drafts":
    case "scheduled":
    case "reminders":
      return { screen: word };
    case "settings":
    case "organization":
      return { screen: word, section: parts.join("/") };
    case "groups":
      return { screen: "organization", section: ["groups", ...parts].join("/") };
    default:
      return home;
  }
};

/** What follows the ids of people, for human readers. */
const titleOfPeople = (ids: readonly number[], { ownId, userName }: Names): string => {
  if (ids.length === 1) return userName(Number(ids[0])) ?? "";
  return ids.length === 2 && ids.includes(ownId) ? "dm" : "group";
};

const writeTerm = ({ operator, operand, negated }: Term, names: Names): string => {
  const word = `${negated ? "-" : ""}${operator}`;
  if (Array.isArray(operand)) {
    // Any participant may open the link of a direct conversation, so it lists all of them.
    const isShared = operator === "dm" && names.ownId > 0;
    const people = isShared ? sortedIds([...operand, names.ownId]) : operand;
    return `${word}/${people.join(",")}-${slug(titleOfPeople(people, names))}`;
  }
  if (operator === "channel" && typeof operand === "number")
    return `${word}/${operand}-${slug(names.channelName(operand) ?? "")}`;
  if (typeof operand === "number") return `${word}/${operand}-${slug(names.userName(operand) ?? "")}`;
  return `${word}/${encodePart(String(operand))}`;
};

/** The URL fragment of a screen, including the `#`. */
export const writeLocation = (location: Location, names: Names): string => {
  if (location.screen === "channel") {
    const name = slug(names.channelName(location.channelId) ?? "");
    return `#channels/${location.channelId}/${name}/${location.section}`;
  }
  if ("section" in location)
    return `#${location.screen}${location.section === "" ? "" : `/${location.section}`}`;
  if (location.screen === "channels" && location.part) return `#channels/${location.part}`;
  if (location.screen !== "narrow") return `#${location.screen}`;
  const { narrow, near, with: withId } = location;
  if (narrow.length === 0 && near === undefined) return "#feed";
  const [channel, topic, ...rest] = narrow;
  const at = [
    near === undefined ? [] : [`near/${near}`],
    withId === undefined ? [] : [`with/${withId}`],
  ].flat();
  if (
    channel?.operator === "channel" &&
    !channel.negated &&
    typeof channel.operand === "number" &&
    (topic === undefined || (topic.operator === "topic" && !topic.negated)) &&
    rest.length === 0
  ) {
    const place = { id: channel.operand, name: names.channelName(channel.operand) ?? "" };
    const base = narrowUrl(place, topic === undefined ? undefined : String(topic.operand));
    return [base.slice(1), ...at].join("/");
  }
  return [`#narrow`, ...narrow.map((term) => writeTerm(term, names)), ...at].join("/");
};

/** The narrow of a single conversation. */
export const narrowOf = (place: Place, ownId: number): Narrow => {
  if (place.kind === "topic")
    return [
      { operator: "channel", operand: place.channelId },
      { operator: "topic", operand: place.topic },
    ];
  return [{ operator: "dm", operand: othersOf(place.userIds, ownId) }];
};

/** The user's messages that others reacted to. */
export const reactionsToMine = (ownId: number): Narrow => [
  { operator: "has", operand: "reaction" },
  { operator: "sender", operand: ownId },
];

/** The conversation of a narrow, if it is about a single one. */
export const placeIn = (narrow: Narrow, ownId: number): Place | undefined => {
  const [first, second, ...rest] = narrow;
  if (first === undefined || rest.length > 0 || narrow.some(({ negated }) => negated)) return undefined;
  if (first.operator === "dm" && second === undefined && Array.isArray(first.operand))
    return { kind: "direct", userIds: [...new Set([...first.operand, ownId])].sort((a, b) => a - b) };
  return first.operator === "channel" && typeof first.operand === "number" && second?.operator === "topic"
    ? { kind: "topic", channelId: first.operand, topic: String(second.operand) }
    : undefined;
};

/** The channel of a narrow, with or without a topic. */
export const channelIdIn = (narrow: Narrow): number | undefined => {
  const term = narrow.find(({ operator, negated }) => operator === "channel" && !negated);
  return typeof term?.operand === "number" ? term.operand : undefined;
};
