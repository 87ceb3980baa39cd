import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Channel } from "../../../domain/channels/channel";
import type { UserId } from "../../../domain/ids";
import { sortedUnique } from "../../../domain/messages/message";
import type { Flag } from "../../../domain/messages/read-state";
import type { Narrow, NarrowTerm } from "../../../domain/narrow/narrow";
import { type FixedOperand, fixedOperands } from "../../../domain/narrow/operands";
import type { NarrowOperator } from "../../../domain/narrow/operators";
import { badNarrow, type NarrowError } from "../../../domain/narrow/refusals";
import { isEmptySearch, parseSearch } from "../../../domain/narrow/search-query";
import { canSeeChannel, isOpenToSpectators } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { findKnownUser, type Recipient } from "../../access/resolve-recipients";

/** A term as a client sends it. The wire adapter has already replaced older operator names. */
export interface NarrowInput {
  readonly operator: string;
  readonly operand: string | number | boolean | readonly (number | string)[];
  readonly negated: boolean;
}

/** Undefined for a spectator. */
type Viewer = User | undefined;

type Resolved = DistributiveOmit<NarrowTerm, "negated">;
type OperandReader = (
  state: RealmState,
  user: Viewer,
  operand: NarrowInput["operand"],
  now: number,
) => E.Either<NarrowError, Resolved>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const knows = (state: RealmState, user: Viewer, channel: Channel, now: number): boolean =>
  user === undefined ? isOpenToSpectators(state, channel) : canSeeChannel(state, user, channel, now);

const channel: OperandReader = (state, user, operand, now) => {
  const id = typeof operand === "number" || /^\d+$/.test(String(operand)) ? Number(operand) : undefined;
  const byName = typeof operand === "string" ? state.channelByName(operand) : undefined;
  const found = byName ?? (id === undefined ? undefined : state.channels.get(id));
  return found !== undefined && knows(state, user, found, now)
    ? E.right({ operator: "channel", channelId: found.id })
    : E.left(badNarrow("unknown channel"));
};

const kinds: Readonly<Record<FixedOperand<"channels">, (channel: Channel) => boolean>> = {
  public: ({ privacy }) => privacy !== "private",
  "web-public": ({ privacy }) => privacy === "web-public",
  archived: ({ isArchived }) => isArchived,
};

const channelsOfKind: OperandReader = (state, user, operand, now) => {
  const kind = fixedOperands.channels.find((known) => known === operand);
  if (kind === undefined) return E.left(badNarrow("unknown channels operand"));
  const channelIds = [...state.channels.values()].flatMap((one) =>
    kinds[kind](one) && knows(state, user, one, now) ? [one.id] : [],
  );
  return E.right({ operator: "channels", channelIds });
};

const topic: OperandReader = (_state, _user, operand) =>
  typeof operand === "string"
    ? E.right({ operator: "topic", topic: operand })
    : E.left(badNarrow("invalid topic"));

/** The id of a user that a narrow names. Spectators name users by the ids that messages show. */
const personNamed = (state: RealmState, user: Viewer, name: Recipient, now: number): number | undefined => {
  if (user !== undefined) return findKnownUser(state, user, name, now)?.id;
  return typeof name === "number" ? name : undefined;
};

const direct: OperandReader = (state, user, operand, now) => {
  const given = typeof operand === "string" ? operand.split(",").map((name) => name.trim()) : operand;
  const names = Array.isArray(given) ? given : [given];
  const people = names.map((name) =>
    typeof name === "boolean" ? undefined : personNamed(state, user, name, now),
  );
  const ids = people.flatMap((person) => person ?? []);
  return ids.length === people.length
    ? E.right({ operator: "dm", participants: sortedUnique([...(user ? [user.id] : []), ...ids]) })
    : E.left(badNarrow(`unknown user in ${names.join(",")}`));
};

const sender: OperandReader = (state, user, operand, now) => {
  const isName = typeof operand === "number" || typeof operand === "string";
  const userId = isName ? personNamed(state, user, operand, now) : undefined;
  return userId === undefined ? E.left(badNarrow("unknown user")) : E.right({ operator: "sender", userId });
};

const including =
  (onlyGroups: boolean): OperandReader =>
  (state, user, operand, now) =>
    pipe(
      direct(state, user, operand, now),
      E.map((term) => {
        if (term.operator !== "dm") return term;
        const others = term.participants.filter((id) => id !== user?.id);
        return { operator: "dm-including", userIds: others, onlyGroups };
      }),
    );

/** Messages the reader may read that mention a user by name. Level 446. */
const mentioning: OperandReader = (state, user, operand, now) =>
  pipe(
    sender(state, user, operand, now),
    E.map((term) =>
      term.operator === "sender" ? { operator: "flagged", userId: term.userId, flags: ["mentioned"] } : term,
    ),
  );

/** A message id as a number or as digits. */
const messageIdIn = (operand: NarrowInput["operand"]): number | undefined => {
  const id = typeof operand === "string" && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  return typeof id === "number" && id >= 0 ? id : undefined;
};

const id: OperandReader = (_state, _user, operand) => {
  const messageId = messageIdIn(operand);
  return messageId === undefined
    ? E.left(badNarrow("invalid message ID"))
    : E.right({ operator: "id", messageId });
};

/** `near` sets an anchor; it does not filter. */
const near: OperandReader = () => E.right({ operator: "anything" });

const mentions: readonly Flag[] = [
  "mentioned",
  "channel_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
];

/** What only somebody with an account can ask for. */
const ofReader =
  (term: (userId: UserId) => Resolved) =>
  (user: Viewer): Resolved | undefined =>
    user && term(user.id);
const flagged = (...flags: readonly Flag[]) => ofReader((userId) => ({ operator: "flagged", userId, flags }));

const states: Readonly<Record<FixedOperand<"is">, (user: Viewer) => Resolved | undefined>> = {
  dm: () => ({ operator: "is-dm" }),
  resolved: () => ({ operator: "is-resolved" }),
  unread: ofReader((userId) => ({ operator: "unread", userId })),
  followed: ofReader((userId) => ({ operator: "followed", userId })),
  muted: ofReader((userId) => ({ operator: "muted", userId })),
  starred: flagged("starred"),
  mentioned: flagged(...mentions),
  alerted: flagged("has_alert_word"),
};

const is: OperandReader = (_state, user, operand) => {
  const name = operand === "private" ? "dm" : operand;
  const state = fixedOperands.is.find((known) => known === name);
  const term = state && states[state](user);
  return term ? E.right(term) : E.left(badNarrow(`unknown 'is' operand ${String(operand)}`));
};

const search: OperandReader = (_state, _user, operand) =>
  typeof operand === "string" && !isEmptySearch(parseSearch(operand))
    ? E.right({ operator: "search", text: operand })
    : E.left(badNarrow("nothing to search for"));

const has: OperandReader = (_state, _user, operand) => {
  const part = String(operand).replace(/s$/, "");
  const what = fixedOperands.has.find((known) => known === part);
  if (what === undefined) return E.left(badNarrow(`unknown 'has' operand ${String(operand)}`));
  return E.right(what === "reaction" ? { operator: "has-reaction" } : { operator: "has", what });
};

/** `in:home` is everything that isn't muted, so its term is negated. */
const places: Readonly<Record<FixedOperand<"in">, (user: Viewer) => Resolved | undefined>> = {
  all: () => ({ operator: "anything" }),
  home: states.muted,
};

const inside: OperandReader = (_state, user, operand) => {
  const place = fixedOperands.in.find((known) => known === operand);
  const term = place && places[place](user);
  return term ? E.right(term) : E.left(badNarrow(`unknown 'in' operand ${String(operand)}`));
};

const readers: Readonly<Record<NarrowOperator | "search" | "group-pm-with", OperandReader>> = {
  channel,
  channels: channelsOfKind,
  topic,
  dm: direct,
  sender,
  mentions: mentioning,
  "dm-including": including(false),
  "group-pm-with": including(true),
  id,
  near,
  is,
  has,
  search,
  in: inside,
};

/** Limits of a narrow, because each part of it costs database work. */
const limits = { terms: 50, characters: 10_000, people: 1000, searchedFor: 50 };

const checkSize = (input: readonly NarrowInput[]): E.Either<NarrowError, readonly NarrowInput[]> => {
  if (input.length > limits.terms) return E.left(badNarrow(`more than ${limits.terms} terms`));
  const searches = input.flatMap(({ operator, operand }) => (operator === "search" ? [String(operand)] : []));
  for (const { operand } of input) {
    if (typeof operand === "string" && operand.length > limits.characters)
      return E.left(badNarrow(`an operand of more than ${limits.characters} characters`));
    if (Array.isArray(operand) && operand.length > limits.people)
      return E.left(badNarrow(`an operand of more than ${limits.people} entries`));
  }
  const { words, phrases, runs } = parseSearch(searches.join(" "));
  return words.length + phrases.length + runs.length > limits.searchedFor
    ? E.left(badNarrow(`a search for more than ${limits.searchedFor} words or phrases`))
    : E.right(input);
};

/** The terms without duplicates: a term about all channels costs as much as there are channels. */
const distinct = (input: readonly NarrowInput[]): readonly NarrowInput[] => [
  ...new Map(input.map((one) => [JSON.stringify([one.operator, one.operand, one.negated]), one])).values(),
];

/**
 * Resolves the names in a narrow's terms. Fails with BAD_NARROW for names that don't exist or that the reader may not
 * know.
 */
export const resolveNarrow = (
  state: RealmState,
  user: Viewer,
  input: readonly NarrowInput[],
  now: number,
): E.Either<NarrowError, Narrow> => {
  const resolve = ({ operator, operand, negated }: NarrowInput): E.Either<NarrowError, NarrowTerm> => {
    const reader = Object.hasOwn(readers, operator) ? readers[operator as keyof typeof readers] : undefined;
    if (reader === undefined) return E.left(badNarrow(`unknown operator ${operator}`));
    const isHome = operator === "in" && operand === "home";
    return pipe(
      reader(state, user, operand, now),
      E.map((term) => ({ ...term, negated: negated !== isHome })),
    );
  };
  return pipe(checkSize(input), E.map(distinct), E.chain(E.traverseArray(resolve)));
};
