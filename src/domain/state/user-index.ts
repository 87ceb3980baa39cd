import { Map as PersistentMap } from "immutable";
import type { UserId } from "../ids";
import { foldCase } from "../text/fold-case";
import type { User } from "../users/user";
import { IdSet } from "./id-set";
import { Standings } from "./standings";
import { WordIndex } from "./word-index";

type Sets = PersistentMap<string, IdSet<UserId>>;
type Changes = readonly (readonly [before: User | undefined, now: User | undefined])[];

/** Users by alert word in lower case. */
export class AlertWords {
  static readonly none = new AlertWords(PersistentMap(), WordIndex.empty);

  private constructor(
    private readonly byWord: Sets,
    private readonly index: WordIndex,
  ) {}

  get(word: string): ReadonlySet<UserId> | undefined {
    return this.byWord.get(word);
  }

  keys(): Iterable<string> {
    return this.byWord.keys();
  }

  /** The words that the text, in lower case, contains in any place. */
  containedIn(text: string): ReadonlySet<string> {
    return this.index.wordsIn(text, (part) => this.byWord.has(part));
  }

  changed(all: Changes): AlertWords {
    const changes = all.filter(
      ([before, now]) => before?.alertWords !== now?.alertWords || before?.isActive !== now?.isActive,
    );
    if (changes.length === 0) return this;
    const byWord = reindexed(this.byWord, changes, alertWordsOf);
    if (byWord === this.byWord) return this;
    const words = new Set(changes.flat().flatMap((user) => (user ? alertWordsOf(user) : [])));
    const appeared = [...words]
      .filter((word) => byWord.has(word) !== this.byWord.has(word))
      .map((word) => [word, byWord.has(word)] as const);
    return new AlertWords(byWord, this.index.changed(appeared));
  }
}

/** Finds users by address, name and alert word, ignoring case, and by whom they muted; sorts them by role; counts those with a second factor. */
export class UserIndex {
  static readonly empty = new UserIndex(
    PersistentMap(),
    PersistentMap(),
    AlertWords.none,
    PersistentMap(),
    0,
    Standings.none,
  );

  private constructor(
    private readonly byEmail: PersistentMap<string, number>,
    private readonly byName: Sets,
    /** Of active users. */
    readonly alertWords: AlertWords,
    private readonly byMuted: Sets,
    readonly withSecondFactors: number,
    readonly standings: Standings,
  ) {}

  /** The user whose address is this one, ignoring the case of all letters, ASCII or not. */
  idByFoldedEmail(email: string): number | undefined {
    return this.byEmail.get(foldCase(email));
  }

  /** Ascending. */
  idsByName(fullName: string): ReadonlySet<UserId> {
    return this.byName.get(foldCase(fullName)) ?? IdSet.empty;
  }

  /** The users, deactivated ones included, who muted this one. */
  mutersOf(userId: UserId): ReadonlySet<UserId> {
    return this.byMuted.get(`${userId}`) ?? IdSet.empty;
  }

  /** Each pair holds a user before and after; undefined where the user did not or does not exist. */
  changed(changes: Changes): UserIndex {
    const byEmail = this.byEmail.withMutations((emails) => {
      for (const [before, now] of changes) {
        if (before?.email === now?.email) continue;
        if (before && emails.get(foldCase(before.email)) === before.id) emails.delete(foldCase(before.email));
        if (now) emails.set(foldCase(now.email), now.id);
      }
    });
    const byName = reindexed(this.byName, changes, namesOf);
    const alertWords = this.alertWords.changed(changes);
    const byMuted = reindexed(this.byMuted, changes, mutedBy);
    const withSecondFactors = changes.reduce(
      (count, [before, now]) => count + factorsOf(now) - factorsOf(before),
      this.withSecondFactors,
    );
    const standings = this.standings.changed(changes);
    const isSame =
      byEmail === this.byEmail &&
      byName === this.byName &&
      alertWords === this.alertWords &&
      byMuted === this.byMuted &&
      withSecondFactors === this.withSecondFactors &&
      standings === this.standings;
    return isSame ? this : new UserIndex(byEmail, byName, alertWords, byMuted, withSecondFactors, standings);
  }
}

const factorsOf = (user: User | undefined): 0 | 1 => (user !== undefined && user.secondFactors > 0 ? 1 : 0);
const namesOf = ({ fullName }: User): readonly string[] => [foldCase(fullName)];
const alertWordsOf = ({ isActive, alertWords }: User): readonly string[] =>
  isActive ? alertWords.map(foldCase) : [];

const mutedBy = ({ mutedUsers }: User): readonly string[] => mutedUsers.map(({ userId }) => `${userId}`);

const reindexed = (index: Sets, changes: Changes, keysOf: (user: User) => readonly string[]): Sets =>
  index.withMutations((sets) => {
    for (const [before, now] of changes) {
      const old = before ? keysOf(before) : [];
      const fresh = now ? keysOf(now) : [];
      if (old.length === fresh.length && old.every((key, place) => key === fresh[place])) continue;
      const [had, has] = [new Set(old), new Set(fresh)];
      for (const key of had) if (before && !has.has(key)) drop(sets, key, before.id);
      for (const key of has)
        if (now && !had.has(key)) sets.set(key, (sets.get(key) ?? IdSet.empty).with(now.id));
    }
  });

const drop = (sets: Sets, key: string, id: number): void => {
  const left = (sets.get(key) ?? IdSet.empty).without(id);
  if (left.size === 0) sets.delete(key);
  else sets.set(key, left);
};
