import { useId } from "preact/hooks";
import type { ControlProps } from "./controls";

/** A choice among sentences, each read in full; what can't be chosen says why. */
export const Sentences = ({ drawn, value, save, isDisabled, describedBy, refused = {} }: ControlProps) => {
  const name = useId();
  const { setting, words } = drawn;
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
                // What holds is shown again.
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
