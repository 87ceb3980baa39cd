import type { Signal } from "@preact/signals-core";
import { errorText } from "../../api/error-text";
import type { Connection } from "../../api/poll";
import type { SettingChange } from "../../api/settings";
import type { Store } from "../../store/store";
import { words } from "../../words/en";
import { screenWords } from "../../words/en-screens";
import type { Toast } from "../dialog";
import { lastChangeIn, loadChanges } from "./logged";
import { type Drawn, isSame, type Scope, type Value } from "./scope";

const keyOf = (scope: Scope, name: string): string => `${scope.id} ${name}`;

/** What this window last asked settings to become, to tell its own changes from those of others. */
const asked = new Map<string, Value>();

/** Whether somebody else made a setting what it is now. */
export const isForeign = (scope: Scope, name: string, now: Value): boolean => {
  const key = keyOf(scope, name);
  return !asked.has(key) || !isSame(asked.get(key) as Value, now);
};

/** What a change needs of the app. */
interface Around {
  readonly store: Store;
  readonly toast: Signal<Toast | undefined>;
  readonly connection: Signal<Connection>;
}

interface Change {
  readonly drawn: Drawn;
  readonly value: Value;
  /** What it was where it was changed. */
  readonly seen: Value;
}

/** Somebody changed the setting while it was being changed here. */
class Overtaken extends Error {}

const applied = async (app: Around, scope: Scope, { drawn, value, seen }: Change): Promise<void> => {
  const { setting } = drawn;
  if (!isSame(scope.value(app.store, setting.name), seen)) throw new Overtaken(screenWords.overtaken);
  if (app.connection.value === "lost") throw new TypeError(words.noAnswer);
  const key = keyOf(scope, setting.name);
  const [had, before] = [asked.has(key), asked.get(key)];
  asked.set(key, value);
  try {
    await scope.send(setting, value, seen);
    if (mayKnowChanges(scope, app.store)) void loadChanges(scope);
  } catch (error) {
    if (had) asked.set(key, before as Value);
    else asked.delete(key);
    throw error;
  }
};

/** Changes a setting at once, and offers a way back. Answers what is wrong, if something is. */
export const change = async (app: Around, scope: Scope, wanted: Change): Promise<string | undefined> => {
  const { label } = wanted.drawn.words;
  try {
    await applied(app, scope, wanted);
  } catch (error) {
    return `${errorText(error)} ${error instanceof Overtaken ? "" : screenWords.notSaved}`.trim();
  }
  app.toast.value = {
    text: screenWords.saved(label),
    act: {
      label: words.undo,
      run: () => {
        const back = { ...wanted, value: wanted.seen, seen: wanted.value };
        applied(app, scope, back).then(
          () => {
            app.toast.value = { text: screenWords.undone(label) };
          },
          (error) => {
            app.toast.value = {
              text: error instanceof Overtaken ? screenWords.notUndone(label) : errorText(error),
            };
          },
        );
      },
    },
  };
  return undefined;
};

/** Who changed a setting last, and when. */
export const lastChange = (scope: Scope, { setting }: Drawn): SettingChange | undefined => {
  const wanted = setting.audited ?? setting.name;
  return lastChangeIn(scope, ({ names }) => names.includes(wanted));
};

/** Whether the reader may know who changed settings: whoever may change one of them. */
export const mayKnowChanges = (scope: Scope, store: Store): boolean =>
  scope.log !== undefined && scope.settings.some((one) => scope.mayChange(store, one));
