import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { keyTable } from "./key-table";
import { singleKeys } from "./single-keys";

/** All keyboard shortcuts, and the switch for single-letter ones. */
export const KeysHelp = ({ onClose }: { readonly onClose: () => void }) => (
  <Overlay title={words.keys} onClose={onClose} class="keys">
    <div class="key-groups">
      {keyTable.map(([title, keys]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, label]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
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
      {words.singleKeys}
    </label>
  </Overlay>
);
