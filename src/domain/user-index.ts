import type { User } from "./user";

const fold = (text: string): string => text.toLowerCase();

/** Finds users by what is written of them. */
export class UserIndex {
  private readonly byEmail = new Map<string, number>();
  private readonly byName = new Map<string, Set<number>>();
  private readonly byAlertWord = new Map<string, Set<number>>();

  /** A user as they are now in place of what they were. */
  replace(before: User | undefined, now: User): void {
    if (before) {
      this.byEmail.delete(fold(before.email));
      if (fold(before.fullName) !== fold(now.fullName)) drop(this.byName, fold(before.fullName), before.id);
      for (const word of wordsOf(before)) drop(this.byAlertWord, word, before.id);
    }
    this.byEmail.set(fold(now.email), now.id);
    put(this.byName, fold(now.fullName), now.id);
    for (const word of wordsOf(now)) put(this.byAlertWord, word, now.id);
  }

  idByEmail(email: string): number | undefined {
    return this.byEmail.get(fold(email));
  }

  /** Ascending. */
  idsByName(fullName: string): readonly number[] {
    return [...(this.byName.get(fold(fullName)) ?? [])].sort((a, b) => a - b);
  }

  get alertWords(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.byAlertWord;
  }
}

const wordsOf = ({ isActive, alertWords }: User): readonly string[] => (isActive ? alertWords.map(fold) : []);

const put = (index: Map<string, Set<number>>, key: string, id: number): void => {
  const ids = index.get(key) ?? new Set();
  index.set(key, ids.add(id));
};

const drop = (index: Map<string, Set<number>>, key: string, id: number): void => {
  const ids = index.get(key);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(key);
};
