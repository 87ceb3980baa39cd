import { useId } from "preact/hooks";
import type { ControlProps } from "./controls";

/** Radio buttons with full sentences; options that can't be chosen say why. */
export const SentenceChoice = ({
  labelled,
  value,
  save,
  isDisabled,
  describedBy,
  refused = {},
}: ControlProps) => {
  const name = useId();
  const { setting, words } = labelled;
  return (
    <fieldset aria-describedby={describedBy}>
      <legend>{words.label}</legend>
      {(setting.choices ?? []).map((one) => {
        const reason = one === value ? undefined : refused[one];
        return (
          <label key={one} class="check">
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              disabled={isDisabled || reason !== undefined}
              onChange={async ({ currentTarget }) => {
                if (await save(one)) return;
                // Shows the current value again.
                const radio = currentTarget
                  .closest("fieldset")
                  ?.querySelector<HTMLInputElement>(`input[value="${value}"]`);
                if (radio) radio.checked = true;
              }}
            />
            <span>
              {words.choices?.[one] ?? one}
              {reason !== undefined && <span class="soft hint">{reason}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
};
