import type { Signal } from "@preact/signals-core";
import { errorText } from "../../../api/error-text";
import type { Connection } from "../../../api/follow-queue";
import type { SettingChange } from "../../../api/settings";
import type { Toasts } from "../../../app/toasts";
import type { Store } from "../../../store/store";
import { words } from "../../../words/en";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { lastChangeIn, loadChanges } from "./last-change";
import { isSame, type LabelledSetting, type Scope, type Value } from "./scope";

const keyOf = (scope: Scope, name: string): string => `${scope.id} ${name}`;

/** The last values this window requested, to tell its own changes from those of others. */
const requested = new Map<string, Value>();

/** Whether somebody else set the current value. */
export const isChangedByOthers = (scope: Scope, name: string, now: Value): boolean => {
  const key = keyOf(scope, name);
  return !requested.has(key) || !isSame(requested.get(key) as Value, now);
};

/** What a change needs from the app. */
interface ChangeContext extends Pick<Toasts, "showToast"> {
  readonly store: Store;
  readonly connection: Signal<Connection>;
}

interface Change {
  readonly labelled: LabelledSetting;
  readonly value: Value;
  /** The value before the change. */
  readonly previous: Value;
}

/** Somebody else changed the setting during the edit. */
class ConcurrentChange extends Error {}

const applied = async (
  app: ChangeContext,
  scope: Scope,
  { labelled, value, previous }: Change,
): Promise<void> => {
  const { setting } = labelled;
  if (!isSame(scope.value(app.store, setting.name), previous))
    throw new ConcurrentChange(screenWords.editConflict);
  if (app.connection.value === "lost") throw new TypeError(words.noAnswer);
  const key = keyOf(scope, setting.name);
  const [had, before] = [requested.has(key), requested.get(key)];
  requested.set(key, value);
  try {
    await scope.send(setting, value, previous);
    if (mayKnowChanges(scope, app.store)) void loadChanges(scope);
  } catch (error) {
    if (had) requested.set(key, before as Value);
    else requested.delete(key);
    throw error;
  }
};

/** Saves a setting at once and offers an undo. Returns the error, if any. */
export const change = async (
  app: ChangeContext,
  scope: Scope,
  request: Change,
): Promise<string | undefined> => {
  const { label } = request.labelled.words;
  try {
    await applied(app, scope, request);
  } catch (error) {
    return `${errorText(error)} ${error instanceof ConcurrentChange ? "" : screenWords.notSaved}`.trim();
  }
  app.showToast({
    text: screenWords.saved(label),
    about: keyOf(scope, request.labelled.setting.name),
    act: {
      label: deferredWords.undo,
      run: () => {
        const back = { ...request, value: request.previous, previous: request.value };
        applied(app, scope, back).then(
          () => {
            app.showToast({ text: screenWords.undone(label) });
          },
          (error) => {
            app.showToast({
              text: error instanceof ConcurrentChange ? screenWords.notUndone(label) : errorText(error),
            });
          },
        );
      },
    },
  });
  return undefined;
};

/** Who last changed a setting, and when. */
export const lastChange = (scope: Scope, { setting }: LabelledSetting): SettingChange | undefined => {
  const loggedName = setting.audited ?? setting.name;
  return lastChangeIn(scope, ({ names }) => names.includes(loggedName));
};

/** Whether the user can see who changed settings: those who can change any of them can. */
export const mayKnowChanges = (scope: Scope, store: Store): boolean =>
  scope.log !== undefined && scope.settings.some((one) => scope.mayChange(store, one));
