import { useSignal } from "@preact/signals";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import type { ControlProps } from "./controls";
import type { Value } from "./scope";

type Mode = "organization" | "ever" | "days";

const modeOf = (value: Value): Mode => {
  if (value === null) return "organization";
  return value === -1 ? "ever" : "days";
};

/** How long messages are kept: the organization's default, forever, or a number of days. */
export const Retention = ({ labelled, value, save, isDisabled, describedBy }: ControlProps) => {
  const isChoosing = useSignal(false);
  const days = useSignal("");
  const mode = isChoosing.value ? "days" : modeOf(value);
  return (
    <>
      <label>
        {labelled.words.label}
        <select
          class="field"
          value={mode}
          disabled={isDisabled}
          aria-describedby={describedBy}
          onChange={async ({ currentTarget }) => {
            const wanted = currentTarget.value as Mode;
            isChoosing.value = wanted === "days";
            if (isChoosing.value) return;
            if (!(await save(wanted === "ever" ? -1 : null))) currentTarget.value = modeOf(value);
          }}
        >
          {Object.entries(administrationWords.retentions).map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {mode === "days" && (
        <form
          class="amount"
          onSubmit={async (event) => {
            event.preventDefault();
            if (!(await save(Number(days.value)))) return;
            days.value = "";
            isChoosing.value = false;
          }}
        >
          <label>
            {administrationWords.days}
            <input
              class="field"
              type="number"
              required
              min={1}
              max={999_999}
              value={days.value === "" && modeOf(value) === "days" ? String(value) : days.value}
              disabled={isDisabled}
              onInput={({ currentTarget }) => {
                days.value = currentTarget.value;
              }}
            />
          </label>
          {days.value !== "" && (
            <button type="submit" class="primary">
              {deferredWords.save}
            </button>
          )}
        </form>
      )}
    </>
  );
};
