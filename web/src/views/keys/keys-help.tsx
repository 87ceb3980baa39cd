import { Fragment } from "preact";
import { isMac } from "../../ui/is-mac";
import { Overlay } from "../../ui/overlay";
import { shownKey } from "../../ui/shown-key";
import { deferredWords } from "../../words/en-deferred";
import { keyTable } from "./key-table";
import { singleKeys } from "./single-keys";

/** All keyboard shortcuts, and the switch for single-letter ones. */
export const KeysHelp = ({ onClose }: { readonly onClose: () => void }) => (
  <Overlay title={deferredWords.keys} onClose={onClose} class="keys">
    <div class="key-groups">
      {keyTable.map(([title, rows]) => (
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
