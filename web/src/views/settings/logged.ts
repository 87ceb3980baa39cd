import { signal } from "@preact/signals-core";
import { type ChangeFilter, fetchSettingChanges, type SettingChange } from "../../api/settings";
import type { Store } from "../../store/store";
import { screenWords } from "../../words/en-screens";
import type { SearchNames } from "../search-words";

/** Something whose changes are logged. */
export interface Logged {
  readonly id: string;
  readonly log?: ChangeFilter;
}

/** The last changes by what they are of, where the reader may know of them. */
const changes = signal<ReadonlyMap<string, readonly SettingChange[]>>(new Map());
const pending = new Map<string, Promise<void>>();

/** Several changes that come at once are asked for once. */
const togetherMilliseconds = 50;

/** Asks who changed something last. */
export const loadChanges = ({ id, log }: Logged): Promise<void> => {
  if (log === undefined) return Promise.resolve();
  const known = pending.get(id);
  if (known !== undefined) return known;
  const load = new Promise((resolve) => setTimeout(resolve, togetherMilliseconds))
    .then(() => {
      pending.delete(id);
      return fetchSettingChanges(log);
    })
    .then(
      (found) => {
        changes.value = new Map(changes.peek()).set(id, found);
      },
      () => undefined,
    );
  pending.set(id, load);
  return load;
};

/** The last change that fits. */
export const lastChangeIn = (
  { id }: Logged,
  fits: (change: SettingChange) => boolean,
): SettingChange | undefined => changes.value.get(id)?.find(fits);

/** What is needed of the app to say whose a change is. */
interface Around {
  readonly names: Pick<SearchNames, "userName">;
  readonly store: Pick<Store, "ownId">;
}

/** Whose name a change is under. */
export const nameOf = ({ names }: Pick<Around, "names">, { user_id }: SettingChange): string =>
  (user_id === null ? undefined : names.userName(user_id)) ?? screenWords.theServer;

/** That somebody has just changed something, with their name where the reader may know it. */
export const justChanged = (app: Around, change: SettingChange | undefined): string =>
  change?.user_id === app.store.ownId
    ? screenWords.justChangedElsewhere
    : screenWords.justChanged(change && nameOf(app, change));
