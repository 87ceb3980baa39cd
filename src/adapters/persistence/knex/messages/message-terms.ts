import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import type { Narrow, NarrowTerm } from "../../../../domain/narrow/narrow";
import { parseSearch, spaced } from "../../../../domain/narrow/search-query";
import type { Sql } from "../database/rows";
import { orderOf } from "./order-of-words";
import type { ConversationScope } from "./search-ranges";
import { anyOf, conversationsOf, placesOf, prefix } from "./terms-of-places";

/** The indexed expression, as a `tsvector`. The migration 0188 has the terms. */
export const terms = `message_terms(m.realm_id, m.id, m.conversation_id, m.channel_id, m.topic, m.sender_id, m.content,
  m.rendered_content, m.reactions)`;

/** The letters of the two sizes of blocks, by how far an id is shifted. */
const blockLetters = { 10: "b", 16: "B" } as const;

/** A number of adjacent blocks of ids, the nearest ones to the anchor. */
export interface Blocks {
  readonly bits: keyof typeof blockLetters;
  readonly count: number;
}

/** At least how many ids beside the anchor are in the blocks. */
export const idsIn = ({ bits, count }: Blocks): number => (count - 1) * 2 ** bits;

/** A search that needn't be compared with any text: words are in the index, phrases aren't. */
const isOfWords = (text: string): boolean => {
  const { phrases, runs } = parseSearch(text);
  return phrases.length + runs.length === 0;
};

/** The index's term for one of the narrow's, if it has the same meaning. */
const sameTerm = (term: NarrowTerm): string | undefined => {
  switch (term.operator) {
    case "has":
      return term.what;
    case "has-reaction":
      return "reaction";
    case "is-resolved":
      return "resolved";
    case "is-dm":
      return "direct";
    case "sender":
      return `s${term.userId}`;
    default:
      return undefined;
  }
};

/** Whether the index alone says if a message matches a term. */
const isDecided = (term: NarrowTerm): boolean =>
  term.operator === "search" ? isOfWords(term.text) : sameTerm(term) !== undefined;

/** The terms that must still be compared with the messages that the index finds. */
export const besidesDecided = (narrow: Narrow): Narrow => narrow.filter((term) => !isDecided(term));

/** Terms that narrow a search by the index. */
const narrows = ({ operator, negated }: NarrowTerm): boolean =>
  !negated && ["followed", "has", "has-reaction", "is-resolved", "sender", "topic"].includes(operator);

const isPlace = ({ operator, negated }: NarrowTerm): boolean =>
  !negated && ["channel", "channels", "dm", "dm-including", "is-dm"].includes(operator);

/** Terms about words, which the index can answer. */
const isSearch = (term: NarrowTerm): boolean =>
  term.operator === "search" && (!term.negated || isOfWords(term.text));

export const hasSearch = (narrow: Narrow): boolean => narrow.some(isSearch);

/**
 * Whether to search by this index. It intersects terms, but doesn't know the order of what it finds, so it is for narrows with words, or
 * with several terms that separate indexes cover.
 */
export const isFoundByTerms = (narrow: Narrow): boolean => {
  if (narrow.some(({ operator, negated }) => (operator === "flagged" || operator === "id") && !negated))
    return false;
  const isOfSender = narrow.some(({ operator, negated }) => operator === "sender" && !negated);
  const count = narrow.filter((term) => narrows(term) || (isOfSender && isPlace(term))).length;
  return hasSearch(narrow) || count > 1;
};

/** The blocks nearest to the part's end at the anchor. */
const inBlocks = (
  sql: Sql,
  realmId: RealmId,
  { bits, count }: Blocks,
  { from, to, order }: SideOfAnchor,
): Knex.Raw => {
  const nearest =
    order === "ASC"
      ? "CAST(:from AS bigint)"
      : "LEAST(CAST(:to AS bigint) - 1, (SELECT max(id) FROM messages WHERE realm_id = :realmId))";
  const next = `(${nearest} >> ${bits}) ${order === "ASC" ? "+" : "-"} n`;
  return sql.raw(
    anyOf(
      `SELECT :prefix || '${blockLetters[bits]}' || (${next}) AS term FROM generate_series(0, ${count - 1}) n`,
    ),
    { realmId, prefix: prefix(realmId), from, to },
  );
};

/** A word's absence. A query without words, such as of "the", matches nothing, so it excludes nothing. */
const lacks = (sql: Sql, realmId: RealmId, text: string): Knex.Raw =>
  sql.raw(
    `(SELECT CASE WHEN numnode(q) = 0 THEN quote_literal(:prefix || 'all')::tsquery ELSE !!q END
      FROM plainto_tsquery('english', :words) q)`,
    { prefix: prefix(realmId), words: parseSearch(text).words.join(" ") },
  );

/** The words that a message has if it matches a search. Phrases are also compared with the text later. */
const wordsOf = (sql: Sql, text: string): Knex.Raw => {
  const { words, phrases, runs } = parseSearch(text);
  const parts = [words.join(" "), ...[...phrases, ...runs].map(spaced)];
  return sql.raw(parts.map(() => "plainto_tsquery('english', ?)").join(" && "), parts);
};

/** The ids to look for, and the end to begin at. */
export interface SideOfAnchor {
  readonly from: number;
  readonly to: number;
  readonly order: "ASC" | "DESC";
}

/** One query for the terms that a message must have and lack. PostgreSQL reads the rarest first. */
const termsOf = (
  sql: Sql,
  realmId: RealmId,
  narrow: Narrow,
  blocks?: Blocks,
  side?: SideOfAnchor,
): Knex.Raw => {
  const same = narrow.flatMap((term) => {
    const name = sameTerm(term);
    return name === undefined ? [] : [{ name, negated: term.negated }];
  });
  const isBounded = blocks !== undefined || same.some(({ negated }) => !negated);
  const fixed = [...(isBounded ? [] : [{ name: "all", negated: false }]), ...same];
  const parts = [
    ...fixed.map(({ name, negated }) =>
      sql.raw("CAST(? AS tsquery)", [`${negated ? "!" : ""}'${prefix(realmId)}${name}'`]),
    ),
    ...(blocks && side ? [inBlocks(sql, realmId, blocks, side)] : []),
    ...narrow.flatMap((term) => {
      if (term.operator !== "search") return [];
      if (!term.negated) return parseSearch(term.text).phrases.map((phrase) => orderOf(sql, realmId, phrase));
      return isOfWords(term.text) ? [lacks(sql, realmId, term.text)] : [];
    }),
  ];
  return sql.raw(parts.map(() => "?").join(" && "), parts);
};

/** Queries that a message meets if it has the terms and words of a narrow. */
const requiredOf = (
  sql: Sql,
  realmId: RealmId,
  narrow: Narrow,
  blocks?: Blocks,
  side?: SideOfAnchor,
): readonly Knex.Raw[] => [
  termsOf(sql, realmId, narrow, blocks, side),
  ...narrow.flatMap((term) => (term.operator === "search" && !term.negated ? [wordsOf(sql, term.text)] : [])),
];

const meets = (sql: Sql, queries: readonly Knex.Raw[]): Knex.Raw =>
  sql.raw(queries.map(() => `${terms} @@ (?)`).join(" AND "), queries);

/** Whether a message `m` has the words of a narrow and its other terms, wherever it is, or if it is among the newest. */
export const hasTerms = (sql: Sql, realmId: RealmId, narrow: Narrow, newest?: Blocks): Knex.Raw =>
  meets(
    sql,
    requiredOf(sql, realmId, narrow, newest, { from: 0, to: Number.MAX_SAFE_INTEGER, order: "DESC" }),
  );

/** Conditions on messages `m` that the index can answer. Messages that they exclude can't match the narrow, or aren't in the scope. */
export const foundByTerms = (
  sql: Sql,
  realmId: RealmId,
  { scope, narrow }: { readonly scope: ConversationScope; readonly narrow: Narrow },
  blocks: Blocks | undefined,
  side: SideOfAnchor,
): Knex.Raw => {
  const queries = [
    ...requiredOf(sql, realmId, narrow, blocks, side),
    ...narrow.flatMap((term) => placesOf(sql, realmId, term) ?? []),
    conversationsOf(sql, realmId, scope),
  ];
  return meets(sql, queries);
};
