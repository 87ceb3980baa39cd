import { Fragment } from "preact";
import { useApp } from "../../app/app";
import { isMac } from "../../ui/is-mac";
import { Overlay } from "../../ui/overlay";
import { shownKey } from "../../ui/shown-key";
import { deferredWords } from "../../words/en-deferred";
import { firstKeys } from "./first-keys";
import type { Hotkey } from "./hotkey";
import { type KeyElsewhere, keyTable, type Row } from "./key-table";
import { laterKeys } from "./later-keys";
import { singleKeys } from "./single-keys";

const hotkeys: Readonly<Record<string, Hotkey>> = { ...firstKeys, ...laterKeys };
const closingKeys: readonly string[] = ["Escape", "Ctrl+["] satisfies readonly KeyElsewhere[];

/** Whether a key does something for people without an account. */
const isForReaders = (name: string): boolean =>
  hotkeys[name]?.isForReaders === true || closingKeys.includes(name);

/** All keyboard shortcuts that the user can use, and the switch for single-letter ones. */
export const KeysHelp = ({ onClose }: { readonly onClose: () => void }) => {
  const { isSpectator } = useApp();
  const groups = keyTable
    .map(([title, rows]: readonly [string, readonly Row[]]) => ({
      title,
      rows: rows.filter(([names]) => !isSpectator || names.some(isForReaders)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Overlay title={deferredWords.keys} onClose={onClose} class="keys">
      <div class="key-groups">
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([names, label]) => (
                <div key={label}>
                  <dt>
                    {names.map((name) => (
                      <Fragment key={name}>
                        <kbd>{shownKey(name, isMac)}</kbd>{" "}
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={(event) => {
            singleKeys.value = event.currentTarget.checked;
          }}
        />
        {deferredWords.singleKeys}
      </label>
    </Overlay>
  );
};
