import { signal } from "@preact/signals-core";
import { type ChangeFilter, fetchSettingChanges, type SettingChange } from "../../../api/settings";
import type { Names } from "../../../app/location";
import type { Store } from "../../../store/store";
import { screenWords } from "../../../words/en-settings-screens";

/** Something whose changes are logged. */
export interface LoggedSubject {
  readonly id: string;
  readonly log?: ChangeFilter;
}

/** The latest changes by their subject, if the user can see them. */
const changes = signal<ReadonlyMap<string, readonly SettingChange[]>>(new Map());
const pending = new Map<string, Promise<void>>();

/** Changes that arrive together are fetched together. */
const togetherMilliseconds = 50;

/** Fetches who last changed something. */
export const loadChanges = ({ id, log }: LoggedSubject): Promise<void> => {
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

/** The latest change that matches. */
export const lastChangeIn = (
  { id }: LoggedSubject,
  fits: (change: SettingChange) => boolean,
): SettingChange | undefined => changes.value.get(id)?.find(fits);

/** What is needed from the app to name the author of a change. */
interface NamingContext {
  readonly names: Pick<Names, "userName">;
  readonly store: Pick<Store, "ownId">;
}

/** The name to show for the author of a change. */
export const nameOf = ({ names }: Pick<NamingContext, "names">, { user_id }: SettingChange): string =>
  (user_id === null ? undefined : names.userName(user_id)) ?? screenWords.theServer;

/** A notice that somebody has just changed something, with their name if the user can see it. */
export const justChanged = (app: NamingContext, change: SettingChange | undefined): string =>
  change?.user_id === app.store.ownId
    ? screenWords.justChangedElsewhere
    : screenWords.justChanged(change && nameOf(app, change));
